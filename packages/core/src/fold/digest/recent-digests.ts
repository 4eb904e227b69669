import { unmovedTokens } from '../cost/request-tokens.ts'
import type { RecentPolicy } from '../policy.ts'
import { preambleText } from '../record/record.ts'
import type { Source } from '../source.ts'
import type { Digest, FoldState } from '../state.ts'
import { systemPrefixTokens } from '../system-prefix.ts'
import { MESSAGE_FRAME_TOKENS } from '../transcript.ts'
import { digestsOf } from './digest-state.ts'
import { release } from './held.ts'
import { composeLedger, noteLedger } from './ledger.ts'

/** How long digests stay recent: `keptSpan` and `settled` of the policy in tokens. */
export interface RecentBudget extends Omit<RecentPolicy, 'settledShare'> {
  readonly settled: number
}

/**
 * Abridges the oldest recent digests again where that is due before messages of `next.span` tokens are folded, for which
 * `next.room` tokens are left. What an agent read or wrote is needed word for word within some dozens of messages and
 * seldom later: so it stays dense while it is recent. Returns what takes it back, should the fold not happen after all.
 */
export function settleRecent(source: Source, budget: RecentBudget, next: { span: number; room: number }): () => void {
  const { state, count } = source
  const due = settlingDue(source, budget, next)
  if (due === undefined) return () => {}
  const before = { ...digestsOf(state), foldedAt: state.foldedAt, foldShared: state.foldShared }
  const { leaving, settled, room } = due
  const { from } = state.recentDigests[0]!
  const shared = sharedBehindSettling(state)
  const left = takeBack(state, settled, leaving)
  const to = left.at(-1)!.to
  const made = composeLedger(source, { from, to }, { tokens: Math.min(room, tokensOf(left)), forUser: 0 })
  const text = made?.text ?? preambleText(settled ? 'next' : 'first')
  if (made) noteLedger(state, made)
  const tokens = count(text) + MESSAGE_FRAME_TOKENS
  state.digests.splice(settled, 0, { text, to, tokens })
  state.foldedAt = state.keys.length
  state.foldShared = shared
  state.digestTokens += tokens
  return () => Object.assign(state, before)
}

/** What a settling would do; undefined where none is due. */
export interface SettlingDue {
  /** Recent digests that are abridged, digests that are settled already, and tokens that are left for those. */
  readonly leaving: number
  readonly settled: number
  readonly room: number
  /** Tokens of the digests that it takes away. */
  readonly leavingTokens: number
}

/** Whether the oldest recent digests are due to be abridged again, as `settleRecent` does. */
export function settlingDue(
  { state, policy }: Source,
  budget: RecentBudget,
  next: { span: number; room: number },
): SettlingDue | undefined {
  // As seldom as can be: a rewrite moves the prefix from the first recent digest on.
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

/** Takes `number` recent digests out of the state, and what they hold with them. */
function takeBack(state: FoldState, settled: number, number: number): Digest[] {
  for (const { listed, held } of state.recentDigests.splice(0, number)) {
    for (const id of listed) state.listed.delete(id)
    release(state.held, held.user, true)
    release(state.held, held.others, false)
  }
  const left = state.digests.splice(settled, number)
  state.digestTokens -= tokensOf(left)
  return left
}

function tokensOf(digests: readonly Digest[]): number {
  let tokens = 0
  for (const digest of digests) tokens += digest.tokens
  return tokens
}
