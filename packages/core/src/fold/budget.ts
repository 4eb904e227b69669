import { fallsBelowCache } from './cost/bound.ts'
import { justCached } from './cost/price-models.ts'
import type { DigestRoom } from './digest/choose.ts'
import type { YoungBudget } from './digest/young.ts'
import { budgetedTokens, type Genre } from './genre.ts'
import { leadTokensOf } from './lead.ts'
import type { Policy, ToolPolicy } from './policy.ts'
import type { FoldState } from './state.ts'
import { tailTokens } from './tail.ts'
import { terseTokens } from './terse.ts'

/** What a fold may do now, in tokens. */
export interface Budget {
  readonly isDue: boolean
  /** Whether it has to be kept, whatever the fold costs and leaves out. */
  readonly isForced?: boolean
  /** Newest messages that stay verbatim. */
  readonly keptTokens: number
  readonly keptMessages: number
  /** Room of the digest that replaces `span`. */
  digestRoom(keptTokens: number, span: Span): DigestRoom
  /** Where new digests are young for a while. */
  readonly young?: YoungBudget | undefined
}

/** Tokens of the original messages that a digest replaces. */
export interface Span {
  readonly tokens: number
  /** Tokens of the user's messages, of which a long one counts in part, and of the assistant's. */
  readonly userTokens: number
  readonly assistantTokens: number
  readonly turns: number
}

/** What is not folded yet although there is no room for it, in tokens. */
interface Held {
  /** The newest messages, which stay beside all else. */
  readonly fresh: number
  /** Nothing is folded now, since all that tools have given for the open question is fresh. */
  readonly isLoopFresh: boolean
}

/**
 * `loopTokens`: what stands in the tail since the question that tools are at work on, of which nobody has said yet what it
 * is needed for; 0 outside a tool loop. `workTokens`: what stands there since the user handed over what is worked on.
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

/** Whether what is not held is more than `most` tokens. */
function outgrows(tokens: number, { held, most }: { readonly held: Held; readonly most: number }): boolean {
  return !held.isLoopFresh && tokens - held.fresh > most
}

/** Messages are short where so many of them are needed. */
const MOST_KEPT_MESSAGES = 60

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
    keptMessages: held.fresh || terse ? MOST_KEPT_MESSAGES : policy.keptMessages,
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
 * Room for all statements of the user and the deciding ones of the assistant, where the assistant does most of the
 * talking. Where people talk to each other, statements compete for the usual room.
 */
function statementRoom(state: FoldState, policy: Policy, span: Span): number {
  const history = budgetedTokens(state)
  const { userShare, assistantShare, mostShare } = policy.statements
  const { short, long, from, to } = assistantShare
  const length = Math.min(1, Math.max(0, (history - from) / (to - from)))
  const said = userShare * span.userTokens + (short + length * (long - short)) * span.assistantTokens
  const frames = (state.digests.length ? 0 : FRAME_TOKENS.preamble) + FRAME_TOKENS.turn * span.turns
  return Math.min(mostShare * span.tokens, said) + frames
}

/** From 0, where the assistant does most of the talking, to 1, where people talk to each other. */
function densityOf(state: FoldState, policy: Policy): number {
  const history = budgetedTokens(state)
  const { from, to, short } = policy.statements.dense
  // In a short conversation little is to be saved, and much to be lost.
  const shift = short.shift * Math.min(1, Math.max(0, (short.to - history) / (short.to - short.from)))
  const user = Math.max(0, history - state.assistantTokens - state.toolTokens)
  return Math.min(1, Math.max(0, (user / Math.max(1, history) - from - shift) / (to - from)))
}

/** Room of the digests with what it takes to be cached, where without folds the request would be. */
function filled(state: FoldState, policy: Policy, digests: number): number {
  const lead = leadTokensOf(state)
  const least = justCached(state.caching.leastTokens) - lead
  return fallsBelowCache(state, policy, lead + digests) ? Math.max(digests, least) : digests
}

/** Tokens of a digest's preamble, of the line heads of one turn with its calls and results, and of those of the user. */
const TOOL_FRAME_TOKENS = { digest: 38, turn: 4, user: 2.4 }

function toolBudget(state: FoldState, policy: ToolPolicy, held: Held): Budget {
  const history = budgetedTokens(state)
  const whole = policy.share * history
  const digests = state.digestTokens + state.standingTokens - state.exemptTokens
  const { userShare, assistantShare, mostShare, leastTailTokens } = policy.statements
  return {
    isDue:
      outgrows(digests + tailTokens(state), { held, most: Math.max(policy.overshoot * whole, policy.floorTokens) }) &&
      outgrows(tailTokens(state), { held, most: leastTailTokens }),
    keptTokens: Math.max(held.fresh, policy.tailShare * whole),
    keptMessages: policy.keptMessages,
    digestRoom: (kept, span) => {
      const usual = Math.min(policy.digestShare * whole, whole - Math.max(0, kept - held.fresh)) - digests
      // Each message of the user starts a line, whose head takes tokens beside the message.
      const forUser = userShare * (span.userTokens + TOOL_FRAME_TOKENS.user * span.turns)
      const frames = TOOL_FRAME_TOKENS.digest + TOOL_FRAME_TOKENS.turn * span.turns
      const said = forUser + assistantShare * span.assistantTokens + frames
      return { tokens: Math.max(usual, Math.min(mostShare * span.tokens, said)), forUser }
    },
    young: policy.young && {
      ...policy.young,
      keptSpan: policy.young.keptSpan * history,
      settled: policy.young.settledShare * whole,
    },
  }
}
