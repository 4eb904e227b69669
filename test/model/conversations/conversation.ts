/** One turn: what the user says and what was answered. */
export type WrittenTurn = readonly [said: string, answered: string]

/** A fact that is told early and asked for late. */
export interface Question {
  readonly asked: string
  /** Wordings, one of which a correct answer contains. */
  readonly fact: readonly string[]
}

/** A conversation of ours, its facts told in the first turns, and the questions that follow its last turn. */
export interface WrittenConversation {
  readonly name: string
  /** True if the whole conversation fits into the model's window. */
  readonly isShort: boolean
  readonly turns: readonly WrittenTurn[]
  readonly questions: readonly Question[]
}

/**
 * One question in several wordings. A small model answers one of them and misses the next, so a single wording would measure
 * the model's luck.
 */
export function worded(fact: readonly string[], wordings: readonly string[]): Question[] {
  return wordings.map((asked) => ({ asked, fact }))
}
