import type { Steps } from '../../run-steps.ts'
import { tokensOf } from '../../sum.ts'
import { unmovedTokens } from '../cost/request-tokens.ts'
import type { RecentPolicy } from '../policy.ts'
import { PREAMBLES } from '../record/record.ts'
import type { Source } from '../source.ts'
import type { Digest, FoldState } from '../state.ts'
import { systemPrefixTokens } from '../system-prefix.ts'
import { MESSAGE_FRAME_TOKENS } from '../transcript.ts'
import { digestsOf } from './digest-state.ts'
import { release } from './held.ts'
import { composeLedger, noteLedger } from './ledger.ts'
import { isListed, itemId, type Priced } from './ledger-price.ts'
import { firstPreamble } from './preamble.ts'

/** Limits for recent digests, with `keptSpan` and `settled` of the policy in tokens. */
export interface RecentBudget extends Omit<RecentPolicy, 'settledShare'> {
  readonly settled: number
}

/**
 * Abridges the oldest recent digests again if that is due before a fold of messages of `next.span` tokens with a budget of
 * `next.room` tokens. Text that an agent read or wrote is needed word for word within some dozens of messages, and seldom
 * later, so it stays dense while it is recent. Returns a function that reverts the change if the fold does not happen.
 */
export function* settleRecent(
  source: Source,
  budget: RecentBudget,
  next: { span: number; room: number },
): Steps<() => void> {
  const { state, count } = source
  const due = settlingDue(source, budget, next)
  if (due === undefined) return () => {}
  const before = { ...digestsOf(state), foldedAt: state.foldedAt, foldShared: state.foldShared }
  const { leaving, settled } = due
  const { from } = state.recentDigests[0]!
  const shared = sharedBehindSettling(state)
  const left = takeBack(state, settled, leaving)
  const to = left.at(-1)!.to
  const most = Math.min(due.room, tokensOf(left))
  const preamble = firstPreamble(state, state.digests.slice(0, settled)) ?? 'next'
  const later = state.recentDigests.flatMap(({ listed }) => listed)
  const replacing = { preamble, later: new Set(later.map(([id]) => id)) }
  const room = { tokens: most, forUser: budget.userShare * most, replacing }
  const made = yield* composeLedger(source, { from, to }, room)
  const text = made?.text ?? PREAMBLES[preamble]
  const { waiting } = state
  if (made) noteLedger(state, made)
  for (const [id, value] of later) state.listed.set(id, value)
  if (made) state.waiting = stillWaiting(state, { waiting, left: made.waiting, to })
  const tokens = count(text) + MESSAGE_FRAME_TOKENS
  state.digests.splice(settled, 0, { text, to, tokens })
  state.foldedAt = state.keys.length
  state.foldShared = shared
  state.digestTokens += tokens
  return () => Object.assign(state, before)
}

/**
 * The items that wait after messages before `to` were abridged again. Of what that has left out, only rules wait: after newer
 * lines, anything else would be read as the newer statement.
 */
function stillWaiting(
  { listed }: FoldState,
  { waiting, left, to }: { readonly waiting: readonly Priced[]; readonly left: readonly Priced[]; readonly to: number },
): Priced[] {
  const rules = left.filter(({ item }) => item.isRule)
  const ruleIds = new Set(rules.map(({ item }) => itemId(item)))
  const isRepeated = ({ item }: Priced) => item.message < to && (ruleIds.has(itemId(item)) || isListed(item, listed))
  return [...rules, ...waiting.filter((priced) => !isRepeated(priced))]
}

/** The effects of abridging recent digests again. Undefined if it is not due. */
export interface SettlingDue {
  /** Number of recent digests to be abridged, number of abridged ones, and tokens for the new abridged digest. */
  readonly leaving: number
  readonly settled: number
  readonly room: number
  /** Tokens of the digests that it removes. */
  readonly leavingTokens: number
}

/** Returns the effects of `settleRecent` if the oldest recent digests are due, otherwise undefined. */
export function settlingDue(
  { state, policy }: Source,
  budget: RecentBudget,
  next: { span: number; room: number },
): SettlingDue | undefined {
  // As seldom as possible: a rewrite changes the request from the first recent digest on.
  if (state.recentDigests.length < budget.most && next.room >= budget.leastDensity * next.span) return undefined
  let span = next.span
  for (const recent of state.recentDigests) span += recent.span
  let leaving = 0
  while (leaving < state.recentDigests.length && span > budget.keptSpan) span -= state.recentDigests[leaving++]!.span
  const settled = state.digests.length - state.recentDigests.length
  const room = budget.settled - tokensOf(state.digests.slice(0, settled))
  if (leaving === 0 || room < policy.digest.leastSettledTokens) return undefined
  return { leaving, settled, room, leavingTokens: tokensOf(state.digests.slice(settled, settled + leaving)) }
}

/** Tokens of the request before the first recent digest. */
export function sharedBehindSettling(state: FoldState): number {
  const settled = state.digests.slice(0, state.digests.length - state.recentDigests.length)
  return (
    systemPrefixTokens(state) + tokensOf(settled) + unmovedTokens(state, state.recentDigests[0]?.from ?? state.boundary)
  )
}

/** Removes `number` recent digests and their entries from the state. */
function takeBack(state: FoldState, settled: number, number: number): Digest[] {
  for (const { listed, held } of state.recentDigests.splice(0, number)) {
    // A later digest, which stays, may have listed a newer value of the same field.
    for (const [id, value] of listed) if (state.listed.get(id) === value) state.listed.delete(id)
    release(state.held, held.user, true)
    release(state.held, held.others, false)
  }
  const left = state.digests.splice(settled, number)
  state.digestTokens -= tokensOf(left)
  return left
}
