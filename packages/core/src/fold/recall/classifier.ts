import { spareTokens } from '../cost/bound.ts'
import { budgetedTokens } from '../genre.ts'
import { languageAt } from '../language-at.ts'
import type { RecallPolicy } from '../policy/recall-policy.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { tailTokens } from '../tail.ts'
import { terseTokens } from '../terse.ts'
import { MESSAGE_FRAME_TOKENS, perMessage } from '../transcript.ts'
import { asks, type RecallFeatures, shareAsked } from './features.ts'
import type { RecallHabits } from './habits.ts'
import { type RecallQuery, relative } from './query.ts'
import { sumsUpAll, wrapsUp } from './wishes.ts'

/** The demand of a message for folded history. */
export interface Demand {
  /** True if the ranked messages are wanted, and their limit in tokens. */
  readonly isWanted: boolean
  readonly room: number
  /** True if the message asks for folded history by its words, and not only because it is an unusual question. */
  readonly isSure: boolean
  /** True if all statements are wanted, whether the message names them or not. */
  readonly isForAll: boolean
  /** See `RankQuery`. */
  readonly reach: number
  /** Limit of all excerpts in tokens, and the limit of an excerpt that may cost more than the folds have saved. */
  readonly spare: number
  readonly limit: number
}

/** Decides whether a message asks for folded history, and how many tokens the recall may have. */
export function classify(source: Source, query: RecallQuery, features: RecallFeatures): Demand {
  const { state } = source
  const policy = source.policy.recall
  const sumsUp = sumsUpAll(query.cues)
  const score = Math.max(
    questionScore(features, state.recallHabits, policy),
    statementScore(source, query, features),
    sumsUp ? policy.threshold.sumUp : Number.NEGATIVE_INFINITY,
  )
  const share = recallShareOf(score, state.recallHabits, policy)
  const limit = tokenLimit(source)
  const spare = Math.min(limit, savedTokens(state) - policy.frameTokens)
  const usual = usualRoom(source, share)
  const wraps = usual < policy.wrapUpTokens && (sumsUp || wrapsUp(query.cues))
  const own = wraps ? policy.wrapUpTokens : usual
  const room = Math.floor(Math.min(spare, Math.max(own, questionRoom(source, features))))
  const isForAll = wraps || sumsUp || query.cues.has('recap')
  const reach = wraps || query.cues.has('recap') ? policy.reach.all : reachOf(policy, share / policy.share)
  const isWanted = room >= policy.leastTokens
  return { isWanted, isSure: isWanted && own >= policy.leastTokens, room, isForAll, reach, spare, limit }
}

/**
 * The reach for a question. The surer the need, from 0 to 1, the weaker the matches that are wanted, because the
 * evidence for a question is often scattered.
 */
export function reachOf({ reach }: Pick<RecallPolicy, 'reach'>, sureness: number): number {
  return reach.least + (reach.sure - reach.least) * sureness
}

/**
 * Log-odds that the message asks for folded history. A message that continues the current subject (near in meaning, or in the
 * words of the user's last message) does not, however well older messages match.
 */
export function questionScore(
  features: RecallFeatures,
  habits: RecallHabits,
  { question: { own, unusual } }: Pick<RecallPolicy, 'question'>,
): number {
  const usual = habits.usual ?? features
  const ownScore =
    own.base +
    own.known * features.known +
    own.matched * features.known * features.matched +
    own.inSight * Math.max(0, features.matchedInSight - features.matched) +
    own.echoed * features.echoed +
    own.substance * features.substance +
    (features.pointsBack ? own.pointsBack * (1 + features.asking) : 0)
  const unusualScore =
    unusual.asking * (unusual.sight + features.outOfSight) * (features.asking - usual.asking) +
    unusual.known * (features.known - usual.known) +
    unusual.matched * (features.matched - usual.matched) +
    unusual.unseen * (features.unseen - usual.unseen) +
    unusual.continued * (features.continued - usual.continued) +
    unusual.nearby * (features.nearby - usual.nearby)
  return ownScore + unusualScore
}

/**
 * Log-odds that a message asks for a folded statement of the user: its words are known and out of sight, and a statement
 * matches them. In a conversation of short questions on many subjects, only this distinguishes such a question: the words of
 * the others occur in earlier questions or in answers.
 */
function statementScore(source: Source, query: RecallQuery, features: RecallFeatures): number {
  const usual = source.state.recallHabits.usual ?? features
  const { asking, pointingBack, steepness } = source.policy.recall.statement
  const least = features.pointsBack ? pointingBack : asking
  const ordinary = usual.known * usual.outOfSight * usual.matched + least
  const lost = features.known * features.outOfSight
  if (!asks(features) || lost <= ordinary) return Number.NEGATIVE_INFINITY
  return 1 + steepness * (lost * bestStatement(source, query) - ordinary)
}

/** Match of the user's best folded message with the query, from 0 to 1. It is 0 if that message is a question itself. */
function bestStatement({ transcript, state }: Source, query: RecallQuery): number {
  const { scores } = query
  let best = -1
  for (let i = 0; i < state.boundary - state.systemEnd; i++) {
    if (state.roles[state.systemEnd + i] === 'user' && (best < 0 || scores[i]! > scores[best]!)) best = i
  }
  if (best < 0) return 0
  return isStatement(transcript, state.systemEnd + best) ? relative(query, scores[best]!) : 0
}

/** True if at most half of a message's words belong to questions. */
const isStatement = perMessage((transcript, index): boolean => {
  const pieces = transcript.piecesOf(index)
  return pieces.every(({ kind }) => kind === 'said') && shareAsked(pieces, languageAt(transcript, index)) <= 0.5
})

/** Share of the history that the recall may take. The threshold rises with the share of requests that get a recall. */
export function recallShareOf(score: number, habits: RecallHabits, policy: RecallPolicy): number {
  const { least, habit, free, ramp } = policy.threshold
  const threshold = least + habit * Math.max(0, habits.recalled - free)
  const excess = (score - threshold) / ramp
  if (excess <= 0) return 0
  return Math.min(policy.share, policy.leastShare + (policy.share - policy.leastShare) * excess)
}

/** Tokens of a recall with this share of the history, in a request that has to stay below its ceiling. */
function usualRoom({ state, policy }: Source, share: number): number {
  const { totalShare, leastFreeShare, leastFreeTokens } = policy.recall
  if (share === 0) return 0
  const history = budgetedTokens(state)
  const ceiling = Math.max(totalShare * history, terseTokens(state, policy))
  const free = Math.max(ceiling - state.digestTokens - tailTokens(state), leastFreeShare * history)
  return Math.max(leastFreeTokens, Math.min(share * history, free))
}

/** Tokens of a recall for a short question in a session whose messages are usually no questions. 0 for other messages. */
function questionRoom({ state, policy }: Source, { asking, substance }: RecallFeatures): number {
  const { unusual, mostSubstance, share, leastTokens, mostTokens } = policy.recall.unusualQuestion
  const usual = state.recallHabits.usual?.asking ?? asking
  if (asking - usual < unusual || substance > mostSubstance) return 0
  return Math.max(leastTokens, Math.min(mostTokens, share * budgetedTokens(state)))
}

/** Largest recall in tokens that the bill and the window allow. */
function tokenLimit(source: Source): number {
  const { state, policy } = source
  const { mostTokens, costShare } = policy.recall
  const most = policy.objective === 'cost' ? costShare * budgetedTokens(state) : mostTokens
  const spare = Math.min(spareTokens(source), state.spareTokens)
  return Math.min(mostTokens, most, spare - 2 * MESSAGE_FRAME_TOKENS)
}

/** Tokens of the history that the folds have saved. Only a recall with a needed excerpt (`isNeeded`) may cost more. */
export function savedTokens(state: FoldState): number {
  return state.historyTokens - state.digestTokens - state.standingTokens - tailTokens(state)
}
