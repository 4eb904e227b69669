import { type Budget, type Span, smallerBudget } from './budget.ts'
import { bearsFold } from './cost/bound.ts'
import { isLongEnough } from './cost/too-short.ts'
import { prospectOf } from './prospect.ts'
import type { Kept } from './sight/shown.ts'
import type { Source } from './source.ts'
import { systemPrefixTokens } from './system-prefix.ts'

/** A planned fold: the messages that stay, and those that a digest replaces. */
interface Planned {
  readonly kept: Kept
  readonly span: Span
  readonly again: readonly number[]
}

/** The largest budget with which the bill allows the fold. The room that is reserved for the user stays. */
export function affordableBudget(source: Source, usual: Budget, planned: Planned): Budget | undefined {
  const shares = usual.recentDigests ? [] : source.policy.bill.smallerDigests
  const budgets = [usual, ...shares.map((share) => smallerBudget(usual, share))]
  return budgets.find((budget) => bearsFold(source, prospectOf(source, budget, planned)))
}

/**
 * True if it is uncertain whether instructions and digests, with another digest of `tokens`, are long enough to be cached: the
 * provider may count fewer tokens. They are the prefix of all later requests.
 */
export function mayMissCache({ state, policy }: Source, tokens: number): boolean {
  const prefix = systemPrefixTokens(state) + state.digestTokens + tokens
  return (
    isLongEnough(state, prefix * policy.bill.surelyCached) && !isLongEnough(state, prefix / policy.bill.surelyCached)
  )
}
