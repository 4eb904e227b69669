import { fallsBelowCache } from './cost/bound.ts'
import { justCached } from './cost/price-models.ts'
import type { DigestRoom } from './digest/choose.ts'
import type { RecentBudget } from './digest/recent-digests.ts'
import { budgetedTokens, type Genre, recordShare } from './genre.ts'
import type { Policy, ToolPolicy } from './policy.ts'
import type { FoldState } from './state.ts'
import { systemPrefixTokens } from './system-prefix.ts'
import { tailTokens } from './tail.ts'
import { terseTokens } from './terse.ts'

/** The budget of a fold, in tokens. */
export interface Budget {
  readonly isDue: boolean
  /** True if the budget is a hard limit, regardless of costs and omissions. */
  readonly isForced?: boolean
  /** Newest messages that stay verbatim. */
  readonly keptTokens: number
  readonly keptMessages: number
  /** Tokens of the digest that replaces `span`. */
  digestRoom(keptTokens: number, span: Span): DigestRoom
  /** Limits within which new digests stay dense. Undefined if digests are never abridged again. */
  readonly recentDigests?: RecentBudget | undefined
}

/** Tokens of the original messages that a digest replaces. */
export interface Span {
  readonly tokens: number
  /** Tokens of the user's messages, of the assistant's and of tool output. A long message of the user counts only in part. */
  readonly userTokens: number
  readonly assistantTokens: number
  readonly toolTokens: number
  readonly turns: number
}

/** Tokens that stay in the tail even if the budget is exceeded. */
interface Held {
  /** The newest messages, which always stay. */
  readonly fresh: number
  /** True if nothing is folded now, because all tool output for the open question is new. */
  readonly isLoopFresh: boolean
}

/**
 * `loopTokens`: tokens of the tail since the question that tools are working on. Which of them are needed is unknown.
 * 0 outside a tool loop. `workTokens`: tokens of the tail from the active artifact on.
 */
export function budgetOf(
  state: FoldState,
  policy: Policy,
  {
    genre,
    loopTokens,
    workTokens,
  }: { readonly genre: Genre; readonly loopTokens: number; readonly workTokens: number },
): Budget {
  const loop = Math.min(loopTokens, policy.loopTokens[genre])
  const held = { fresh: Math.max(loop, workTokens), isLoopFresh: loop > 0 && loop === loopTokens }
  return genre === 'chat' ? chatBudget(state, policy, held) : toolBudget(state, policy.tools[genre], held)
}

/** The same budget with this share of the digest's room, but with at least the part that is reserved for the user. */
export function smallerBudget(budget: Budget, share: number): Budget {
  return {
    ...budget,
    digestRoom(keptTokens, span) {
      const { tokens, forUser } = budget.digestRoom(keptTokens, span)
      return { tokens: Math.max(forUser, share * tokens), forUser }
    },
  }
}

/** True if the tokens without the held ones exceed `most`. */
function outgrows(tokens: number, { held, most }: { readonly held: Held; readonly most: number }): boolean {
  return !held.isLoopFresh && tokens - held.fresh > most
}

/** Largest number of newest messages that stay verbatim. Only very short messages reach it. */
export const MAX_KEPT_MESSAGES = 60

function chatBudget(state: FoldState, policy: Policy, held: Held): Budget {
  const history = budgetedTokens(state)
  const turn = history / (state.turn - 1)
  const terse = terseTokens(state, policy)
  const { share, most: mostExtra } = policy.digestExtra
  const usual = policy.digestShare * history + policy.digestTurns * turn + Math.min(share * history, mostExtra)
  const digests = Math.max(usual, policy.terse.digestShare * terse)
  const density = densityOf(state, policy)
  const { turns, share: tailShare } = policy.denseTail
  const tail = (policy.tailTurns + density * turns) * turn + (policy.tailShare + density * tailShare) * history
  const most = Math.max(tail, terse - state.digestTokens)
  return {
    isDue: outgrows(tailTokens(state), { held, most }),
    keptTokens: Math.max(held.fresh, policy.terse.keptShare * terse),
    keptMessages: held.fresh || terse ? MAX_KEPT_MESSAGES : policy.keptMessages,
    digestRoom: (_kept, span) => {
      const least = Math.max(digests - state.digestTokens, (digests / history) * span.tokens)
      const wanted = least + (1 - density) * Math.max(0, statementRoom(state, policy, span) - least)
      const tokens = filled(state, policy, state.digestTokens + wanted) - state.digestTokens
      return { tokens, forUser: (1 - density) * policy.statements.userShare * span.userTokens }
    },
  }
}

/** Tokens of a record's preamble, and of the line heads of one turn. */
const FRAME_TOKENS = { preamble: 38, turn: 2 }

/**
 * Budget for all statements of the user and the important ones of the assistant, if the assistant does most of the talking. If
 * people talk to each other, statements compete for the usual budget.
 */
function statementRoom(state: FoldState, policy: Policy, span: Span): number {
  const history = budgetedTokens(state)
  const { userShare, assistantShare, mostShare } = policy.statements
  const { short, long, from, to } = assistantShare
  const said = userShare * span.userTokens + (short + ramp(history, from, to) * (long - short)) * span.assistantTokens
  const frames = (state.digests.length ? 0 : FRAME_TOKENS.preamble) + FRAME_TOKENS.turn * span.turns
  const most = mostShare.short + ramp(history, mostShare.from, mostShare.to) * (mostShare.long - mostShare.short)
  return Math.min(most * span.tokens, said) + frames
}

/**
 * From 0, if the assistant does most of the talking, to 1, if all statements compete for the usual budget. The user then writes a
 * large share of the text, and one of these holds:
 * - the messages are short, and the other side speaks of itself: people talk to each other;
 * - the conversation is long;
 * - the user's share is very large and the messages are not short: the user pastes material.
 */
function densityOf(state: FoldState, policy: Policy): number {
  const history = budgetedTokens(state)
  const { from, to, short, message, personal, long, pasted } = policy.statements.dense
  // A short conversation has little to save and much to lose.
  const shift = short.shift * (1 - ramp(history, short.from, short.to))
  const user = Math.max(0, history - state.assistantTokens - state.toolTokens) / Math.max(1, history)
  const terseness = 1 - ramp(history / state.keys.length, message.terse, message.ordinary)
  const people = terseness * ramp(state.personalAnswers / Math.max(1, state.turn - 1), personal.from, personal.to)
  const competition = Math.max(
    people,
    ramp(history, long.from, long.to),
    (1 - terseness) * ramp(user, pasted.from, pasted.to),
  )
  return competition * ramp(user, from + shift, to + shift)
}

/** From 0 at `low` and below to 1 at `high` and above. */
function ramp(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}

/** The budget of digests, raised to the cacheable minimum if the request without folds would be cached. */
function filled(state: FoldState, policy: Policy, digests: number): number {
  const prefix = systemPrefixTokens(state)
  const least = policy.bill.surelyCached * justCached(state.caching.leastTokens) - prefix
  return fallsBelowCache(state, policy, prefix + digests) ? Math.max(digests, least) : digests
}

/** Tokens of the line heads of one turn with its calls and results, and of the head of a user's line. */
const TOOL_FRAME_TOKENS = { turn: 4, user: 2.4 }

function toolBudget(state: FoldState, policy: ToolPolicy, held: Held): Budget {
  const history = budgetedTokens(state)
  const whole = policy.share * history
  const digests = state.digestTokens + state.standingTokens - state.exemptTokens
  const { userShare, assistantShare, ofProse, toolShare, mostShare, leastTailTokens } = policy.statements
  const prose = ofProse ? 1 - ramp(recordShare(state), ofProse.from, ofProse.to) : 0
  const answerShare = assistantShare + prose * (ofProse?.assistantShare ?? 0)
  return {
    isDue:
      outgrows(digests + tailTokens(state), { held, most: Math.max(policy.overshoot * whole, policy.floorTokens) }) &&
      outgrows(tailTokens(state), { held, most: leastTailTokens }),
    keptTokens: Math.max(held.fresh, policy.tailShare * whole),
    keptMessages: policy.keptMessages,
    digestRoom: (kept, span) => {
      const usual = Math.min(policy.digestShare * whole, whole - Math.max(0, kept - held.fresh)) - digests
      // Each message of the user starts a line, whose head takes tokens in addition to the message.
      const forUser = userShare * (span.userTokens + TOOL_FRAME_TOKENS.user * span.turns)
      const frames = (state.digests.length ? 0 : FRAME_TOKENS.preamble) + TOOL_FRAME_TOKENS.turn * span.turns
      const said = forUser + answerShare * span.assistantTokens + toolShare * span.toolTokens + frames
      return { tokens: Math.max(usual, Math.min(mostShare * span.tokens, said)), forUser }
    },
    recentDigests: policy.recentDigests && {
      ...policy.recentDigests,
      keptSpan: policy.recentDigests.keptSpan * history,
      settled: policy.recentDigests.settledShare * whole,
    },
  }
}
