import type { YoungPolicy } from '../policy.ts'
import { preambleText } from '../record/record.ts'
import type { Source } from '../source.ts'
import type { Digest, FoldState } from '../state.ts'
import { MESSAGE_FRAME_TOKENS } from '../transcript.ts'
import { release } from './held.ts'
import { composeLedger, noteLedger } from './ledger.ts'

/** How long digests stay young: `keptSpan` and `settled` of the policy in tokens. */
export interface YoungBudget extends Omit<YoungPolicy, 'settledShare'> {
  readonly settled: number
}

/**
 * Abridges the oldest young digests again where that is due before messages of `next.span` tokens are folded, for which
 * `next.room` tokens are left. What an agent read or wrote is needed word for word within some dozens of messages and
 * seldom later: so it stays dense while it is young.
 */
export function settleYoung(source: Source, budget: YoungBudget, next: { span: number; room: number }): void {
  const { state, policy, count } = source
  // As seldom as can be: a rewrite moves the prefix from the first young digest on.
  if (state.young.length < budget.most && next.room >= budget.leastDensity * next.span) return
  let span = next.span
  for (const young of state.young) span += young.span
  let leaving = 0
  while (leaving < state.young.length && span > budget.keptSpan) span -= state.young[leaving++]!.span
  const settled = state.digests.length - state.young.length
  const room = budget.settled - tokensOf(state.digests.slice(0, settled))
  if (leaving === 0 || room < policy.digest.leastSettledTokens) return
  const { from } = state.young[0]!
  const left = takeBack(state, settled, leaving)
  const to = left.at(-1)!.to
  const made = composeLedger(source, { from, to }, { tokens: Math.min(room, tokensOf(left)), forUser: 0 })
  const text = made?.text ?? preambleText(settled ? 'next' : 'first')
  if (made) noteLedger(state, made)
  const tokens = count(text) + MESSAGE_FRAME_TOKENS
  state.digests.splice(settled, 0, { text, to, tokens })
  state.foldedAt = state.keys.length
  state.digestTokens += tokens
}

/** Takes `number` young digests out of the state, and what they hold with them. */
function takeBack(state: FoldState, settled: number, number: number): Digest[] {
  for (const { listed, held } of state.young.splice(0, number)) {
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
