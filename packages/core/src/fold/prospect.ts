import type { Budget, Span } from './budget.ts'
import type { Prospect } from './cost/bound.ts'
import { keptBefore, keptTokens, restoredBefore, sharedBeforeFold, standingBefore } from './cost/request-tokens.ts'
import type { DigestRoom } from './digest/choose.ts'
import { settlingDue, sharedBehindSettling } from './digest/recent-digests.ts'
import type { Kept } from './sight/shown.ts'
import type { Source } from './source.ts'
import { systemPrefixTokens } from './system-prefix.ts'
import { indicesOf } from './transcript.ts'

/** Token budget of the digest that a fold writes. */
export function roomOf(budget: Budget, kept: Kept, span: Span): DigestRoom {
  const { tokens: most, forUser } = budget.digestRoom(kept.tokens, span)
  return { tokens: Math.min(most, (budget.recentDigests?.density ?? 1) * span.tokens + forUser), forUser }
}

/** The request after this fold, if digests use their whole budget. */
export function prospectOf(
  source: Source,
  budget: Budget,
  { kept, span, again }: { readonly kept: Kept; readonly span: Span; readonly again: readonly number[] },
): Prospect {
  const { state } = source
  const { tokens: room } = roomOf(budget, kept, span)
  const others = tokensBesideDigests(source, kept)
  const settling =
    budget.recentDigests &&
    settlingDue(source, budget.recentDigests, { span: span.tokens, room: budget.digestRoom(kept.tokens, span).tokens })
  if (!settling || !budget.recentDigests) {
    return { shared: sharedBeforeFold(state, again), total: others + state.digestTokens + room }
  }
  const { leavingTokens } = settling
  const settled = Math.min(settling.room, leavingTokens)
  const density = budget.recentDigests.density * span.tokens
  return {
    shared: sharedBehindSettling(state),
    total: others + state.digestTokens - leavingTokens + settled + Math.min(density, room + leavingTokens - settled),
  }
}

/** Tokens of the request after a fold, without its digests and its new messages. */
export function tokensBesideDigests(source: Source, { to, tokens }: Pick<Kept, 'to' | 'tokens'>): number {
  const { state } = source
  const passed = keptTokens(state) + keptBefore(source, to)
  return systemPrefixTokens(state) + standingBefore(state, to) + restoredBefore(source, to) + passed + tokens
}

/** The messages of the tail before `to`, and the messages `again`. */
export function spanOf({ transcript, state, policy }: Source, to: number, again: readonly number[]): Span {
  const { tokens: inFull, shareOfRest } = policy.conversation.statement
  let [tokens, userTokens, assistantTokens, toolTokens, turns] = [0, 0, 0, 0, 0]
  for (const i of [...again, ...indicesOf(state.boundary, to)]) {
    const own = state.tokens[i]!
    tokens += own
    if (state.roles[i] === 'assistant') {
      assistantTokens += own
      turns++
    } else if (transcript.answersOf(i).length) toolTokens += own
    else {
      userTokens += Math.min(own, inFull) + shareOfRest * Math.max(0, own - inFull)
    }
  }
  return { tokens, userTokens, assistantTokens, toolTokens, turns }
}
