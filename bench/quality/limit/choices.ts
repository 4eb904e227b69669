import { DEFAULT_POLICY, type Policy } from '@pleat/core'

/** A choice about the history before one request: Pleat's own, or a fixed one. */
export type Choice = 'ours' | Fixed
type Fixed = 'keep' | 'fold' | 'foldShort' | 'anew' | 'anewShort' | 'unfold'

type Bill = Policy['bill']

const NEVER = Number.POSITIVE_INFINITY
/** A number above any bill, but finite, since it is multiplied by factors that may be 0. */
const HUGE = 1e12

/** A bill without a bound, so that recalls are the same with every choice. */
const UNBOUNDED: Bill = {
  ...DEFAULT_POLICY.bill,
  stop: HUGE,
  dearest: HUGE,
  advance: HUGE,
  coldAdvance: HUGE,
  costWithin: HUGE,
  waiting: 0,
}
/** Keeps digests unchanged, even if they are too short for the cache. */
const KEEPING: Bill = {
  ...UNBOUNDED,
  earned: -HUGE,
  within: -HUGE,
  lasting: HUGE,
  anewAfter: NEVER,
  short: NEVER,
}
const FOLDING: Bill = {
  ...UNBOUNDED,
  earned: HUGE,
  within: HUGE,
  lasting: -HUGE,
  outgrown: 0,
  anewAfter: NEVER,
  anewEarned: HUGE,
}

const BILLS: Readonly<Record<Fixed, Bill>> = {
  keep: KEEPING,
  fold: FOLDING,
  foldShort: { ...FOLDING, short: NEVER },
  anew: { ...FOLDING, anewAfter: 0 },
  anewShort: { ...FOLDING, anewAfter: 0, short: NEVER },
  unfold: { ...KEEPING, short: 0 },
}

/** A policy under which a tail of any length may be folded. All choices but `keep` and `unfold` fold it. */
function folding(bill: Bill): Policy {
  const { tools } = DEFAULT_POLICY
  const due = { overshoot: 0, floorTokens: 0 }
  const dueTools = (kind: 'records' | 'code') => ({
    ...tools[kind],
    ...due,
    statements: { ...tools[kind].statements, leastTailTokens: 0 },
  })
  return {
    ...DEFAULT_POLICY,
    tailTurns: 0,
    tailShare: 0,
    denseTail: { turns: 0, share: 0 },
    tools: { records: dueTools('records'), code: dueTools('code') },
    bill,
  }
}

/** The policy under which the fold makes exactly this choice if it is possible. */
export function policyFor(choice: Choice, objective: Policy['objective']): Policy {
  return { ...(choice === 'ours' ? DEFAULT_POLICY : POLICIES[choice]), objective }
}

const POLICIES = Object.fromEntries(Object.entries(BILLS).map(([choice, bill]) => [choice, folding(bill)])) as Readonly<
  Record<Fixed, Policy>
>
