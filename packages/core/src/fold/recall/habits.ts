/** The features of a message that have a usual value in a session. */
export interface Habits {
  /** Share of its words that belong to questions, with or without a question mark. */
  readonly asking: number
  /** Share of its terms' information that the history contains. */
  readonly known: number
  /** Share of the known information that no message in sight contains, and its amount in units of one rare word. */
  readonly outOfSight: number
  readonly unseen: number
  /** BM25 of the best message out of sight, relative to the known information. */
  readonly matched: number
  /** Similarity in meaning to the newest messages (`freshMessages`): to the user's closest one, and on average. */
  readonly continued: number
  readonly nearby: number
}

/**
 * The usual features of this history's requests. A question about earlier statements differs from them. In a help desk, where
 * every message is a question, being a question is not significant.
 */
export class RecallHabits {
  usual: Habits | undefined = undefined
  requests = 0
  /** Share of recent requests that surely asked for ranked messages and got a recall (`isRanked`). */
  recalled = 0
}

/**
 * Updates the usual features: a plain mean of the first requests, then a moving mean with the weight `habitRate` for
 * each.
 */
export function remember(
  memory: RecallHabits,
  request: { readonly habits: Habits; readonly wasRecalled: boolean },
  habitRate: number,
): void {
  const { habits, wasRecalled } = request
  memory.requests++
  const rate = Math.max(habitRate, 1 / memory.requests)
  memory.usual = memory.usual ? moved(memory.usual, habits, rate) : habits
  memory.recalled += habitRate * ((wasRecalled ? 1 : 0) - memory.recalled)
}

function moved(from: Habits, to: Habits, rate: number): Habits {
  const step = (name: keyof Habits): readonly [string, number] => [name, from[name] + rate * (to[name] - from[name])]
  return Object.fromEntries(NAMES.map(step)) as unknown as Habits
}

const NAMES = ['asking', 'known', 'outOfSight', 'unseen', 'matched', 'continued', 'nearby'] as const
