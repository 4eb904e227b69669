import { affordable, sharedTokens } from '../cost/bill.ts'
import { budgetedTokens } from '../genre.ts'
import type { Policy } from '../policy.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { tailTokens } from '../tail.ts'
import { terseTokens } from '../terse.ts'
import { MESSAGE_FRAME_TOKENS } from '../transcript.ts'
import { type RecallFeatures, shareAsked } from './features.ts'
import type { RecallHabits } from './habits.ts'
import { type RecallQuery, relative } from './query.ts'
import { sumsUpAll, wrapsUp } from './wishes.ts'

/** Tokens of the preamble, and of the heads of two messages. */
const RECALL_FRAME_TOKENS = 40
const LEAST_RECALL_TOKENS = 24
/** Score of a request to sum up the conversation, whose words are in no message. */
const SUM_UP_SCORE = 3
/** How far below the average match a message may rank; next to nothing ranks further below than the last. */
const REACH = { least: -0.5, all: 2.5 }
/** More than what ordinary questions share with a statement of the user; less where the message points back by itself. */
const LEAST_STATED = { asking: 0.4, pointingBack: 0.2 }
/** How fast the score rises with more than that. */
const STEEPNESS = 10

/** What a message wants of the folded history. */
export interface Demand {
  /** Whether the ranked messages are wanted, and how many tokens of them. */
  readonly isWanted: boolean
  readonly room: number
  /** See `RankQuery`. */
  readonly reach: number
  /** Tokens that all excerpts may take, and that one may take which costs more than has been saved. */
  readonly spare: number
  readonly limit: number
}

/** Decides whether a message asks for what is out of sight, and what the answer may cost. */
export function classify(source: Source, query: RecallQuery, features: RecallFeatures): Demand {
  const { state, policy } = source
  const isForAll = sumsUpAll(query.cues)
  const score = Math.max(
    questionScore(features, state.recallHabits),
    statementScore(source, query, features),
    isForAll ? SUM_UP_SCORE : Number.NEGATIVE_INFINITY,
  )
  const share = recallShareOf(score, state.recallHabits, policy)
  const limit = tokenLimit(source)
  const spare = Math.min(limit, savedTokens(state) - RECALL_FRAME_TOKENS)
  const usual = usualRoom(source, share)
  const wraps = usual < policy.wrapUpTokens && (isForAll || wrapsUp(query.cues))
  const room = Math.floor(Math.min(spare, wraps ? policy.wrapUpTokens : usual))
  const reach = wraps || query.cues.has('recap') ? REACH.all : reachOf(share / policy.recallShare)
  return { isWanted: room >= LEAST_RECALL_TOKENS, room, reach, spare, limit }
}

/** The surer the need, the more of what matches little is worth its tokens: what a question needs is often scattered. */
function reachOf(sureness: number): number {
  return REACH.least + (REACH.all - REACH.least) * sureness
}

/**
 * Log-odds that the message asks for what is out of sight: of its own figures, and of how they differ from what is usual
 * in this history. The weights were fitted on chats of several kinds and rounded. What goes on with the subject at hand
 * (near in meaning, or in the words of the user's last message) is no such question, however well older messages match.
 */
export function questionScore(features: RecallFeatures, habits: RecallHabits): number {
  const usual = habits.usual ?? features
  const own =
    -7.2 +
    3.2 * features.known +
    4.8 * features.known * features.matched -
    2.1 * Math.max(0, features.matchedInSight - features.matched) -
    2 * features.echoed -
    0.14 * features.substance +
    (features.pointsBack ? 1.7 * (1 + features.asking) : 0)
  const unusual =
    4.8 * (0.3 + features.outOfSight) * (features.asking - usual.asking) -
    3.7 * (features.known - usual.known) -
    2.5 * (features.matched - usual.matched) -
    0.36 * (features.unseen - usual.unseen) -
    3.5 * (features.continued - usual.continued) -
    3.7 * (features.nearby - usual.nearby)
  return own + unusual
}

/**
 * Log-odds that a message asks for a folded statement of the user: its words are known and out of sight, and a statement
 * matches them. In a conversation of short questions on many things this alone tells such a question from the others, whose
 * words are found in earlier questions or in answers.
 */
function statementScore(source: Source, query: RecallQuery, features: RecallFeatures): number {
  const usual = source.state.recallHabits.usual ?? features
  const least = features.pointsBack ? LEAST_STATED.pointingBack : LEAST_STATED.asking
  const ordinary = usual.known * usual.outOfSight * usual.matched + least
  const lost = features.known * features.outOfSight
  if ((features.asking <= 0.5 && !features.pointsBack) || lost <= ordinary) return Number.NEGATIVE_INFINITY
  return 1 + STEEPNESS * (lost * bestStatement(source, query) - ordinary)
}

/** How well the user's best folded message matches the query, from 0 to 1; 0 when that is itself a question. */
function bestStatement({ transcript, state }: Source, query: RecallQuery): number {
  const { scores } = query
  let best = -1
  for (let i = 0; i < state.boundary - state.lead; i++) {
    if (state.roles[state.lead + i] === 'user' && (best < 0 || scores[i]! > scores[best]!)) best = i
  }
  if (best < 0) return 0
  const pieces = transcript.piecesOf(state.lead + best)
  const isStatement = pieces.every(({ kind }) => kind === 'said') && shareAsked(pieces) <= 0.5
  return isStatement ? relative(query, scores[best]!) : 0
}

/** Share of the history that recall may take. Where recalls become a habit, it takes more to get one. */
export function recallShareOf(score: number, habits: RecallHabits, policy: Policy): number {
  const threshold = policy.gateFloor + policy.gateHabit * Math.max(0, habits.recalled - 0.05)
  const excess = (score - threshold) / policy.gateRamp
  if (excess <= 0) return 0
  return Math.min(policy.recallShare, policy.leastRecallShare + (policy.recallShare - policy.leastRecallShare) * excess)
}

/** Tokens that a need of this share of the history may take in a request that is to stay below its ceiling. */
export function usualRoom({ state, policy }: Source, share: number): number {
  const history = budgetedTokens(state)
  const ceiling = Math.max(policy.totalShare * history, terseTokens(state, policy))
  const free = Math.max(ceiling - state.digestTokens - tailTokens(state), policy.leastFreeShare * history)
  return Math.min(share * history, free)
}

/** Most tokens of one recall. Where the user pays a cached price, no more than the bill bears. */
export function tokenLimit({ state, policy }: Source): number {
  if (policy.objective !== 'cost') return policy.mostRecallTokens
  const sent = state.digestTokens + state.standingTokens + tailTokens(state)
  const shared = sharedTokens(state)
  const most = policy.costRecallShare * budgetedTokens(state)
  const borne = affordable(state, policy, { shared, kept: sent - shared }) - 2 * MESSAGE_FRAME_TOKENS
  return Math.min(policy.mostRecallTokens, most, borne)
}

/** Tokens that the folds have saved of the history; a recall may not cost more. */
export function savedTokens(state: FoldState): number {
  return state.historyTokens - state.digestTokens - state.standingTokens - tailTokens(state)
}
