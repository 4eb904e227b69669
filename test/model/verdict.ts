import { type Reply, WAYS, type Way } from './ask-model.ts'
import type { WrittenConversation } from './conversations/conversation.ts'

/** Counts of the questions with one kind of history. */
export interface Score {
  readonly right: number
  readonly asked: number
  /** Requests that the model refused because they do not fit. */
  readonly refused: number
  /** Mean length of the accepted prompts, in tokens of the model. */
  readonly promptTokens: number | undefined
}

export type Scores = Readonly<Record<Way, Score>>

/** One conversation and its scores. */
export interface Row {
  readonly conversation: WrittenConversation
  readonly scores: Scores
}

/**
 * Share of the questions that may be answered correctly only from full histories. Floating-point results differ between
 * processors, so an answer may differ too.
 */
export const MARGIN = 1 / 12
/** Least share of the questions that folded histories must answer where full ones do not fit. */
export const LEAST_BEYOND = 0.8

/** The scores of each conversation. */
export function rowsOf(conversations: readonly WrittenConversation[], replies: readonly Reply[]): Row[] {
  return conversations.map((conversation) => ({
    conversation,
    scores: scoresOf(replies.filter(({ conversation: name }) => name === conversation.name)),
  }))
}

/** The scores of some replies together. */
export function scoresOf(replies: readonly Reply[]): Scores {
  const [full, folded, emptied] = WAYS.map((way) => scoreOf(replies.filter((reply) => reply.way === way)))
  return { full: full!, folded: folded!, emptied: emptied! }
}

function scoreOf(replies: readonly Reply[]): Score {
  const counts = replies.flatMap(({ promptTokens }) => promptTokens ?? [])
  return {
    right: replies.filter(({ isRight }) => isRight).length,
    asked: replies.length,
    refused: replies.filter(({ answer }) => answer === undefined).length,
    promptTokens: counts.length ? Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length) : undefined,
  }
}

/** The failed demands as sentences; empty if all are met. */
export function problemsIn(conversations: readonly WrittenConversation[], replies: readonly Reply[]): string[] {
  const short = scoresOf(repliesOf(conversations, replies, true))
  const long = scoresOf(repliesOf(conversations, replies, false))
  const fewer = Math.floor(MARGIN * short.full.asked)
  const guessed = short.emptied.right + long.emptied.right
  const unfolded = replies.filter(({ way, compression }) => way === 'folded' && !/folded|recalled/.test(compression))
  return [
    short.full.right === 0 && short.full.asked > 0
      ? 'The model answers no question from full histories, so the comparison shows nothing.'
      : '',
    short.full.refused > 0 ? `${short.full.refused} full histories that should fit the window do not.` : '',
    short.folded.right < short.full.right - fewer
      ? `Folded histories answer ${short.folded.right} questions, full ones ${short.full.right}; ${fewer} fewer are allowed.`
      : '',
    long.full.refused < long.full.asked ? 'Some full histories that should exceed the window fit it.' : '',
    long.folded.refused > 0 ? `${long.folded.refused} folded histories do not fit the window.` : '',
    long.folded.right < LEAST_BEYOND * long.folded.asked
      ? `Folded histories answer ${long.folded.right} of ${long.folded.asked} questions where full ones do not fit.`
      : '',
    guessed > 0 ? `${guessed} questions are answered without any history: they can be guessed.` : '',
    unfolded.length > 0 ? `${unfolded.length} requests that should be folded were not.` : '',
  ].filter((problem) => problem !== '')
}

/** The replies in short conversations, or in long ones. */
export function repliesOf(
  conversations: readonly WrittenConversation[],
  replies: readonly Reply[],
  isShort: boolean,
): Reply[] {
  const names = new Set(conversations.filter((each) => each.isShort === isShort).map(({ name }) => name))
  return replies.filter(({ conversation }) => names.has(conversation))
}
