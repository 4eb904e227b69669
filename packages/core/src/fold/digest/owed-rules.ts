import type { Policy } from '../policy.ts'
import type { Candidate } from './candidates.ts'
import { byPlace } from './choose.ts'
import type { Choice } from './with-changes.ts'

/**
 * Adds short rules of the user beyond the budget, if another part of their message is chosen: later digests do not offer a
 * message again of which something is sent, and its other rules would be lost.
 */
export function withOwedRules(
  { owedRuleTokens }: Policy['digest'],
  { offered, chosen }: Pick<Choice, 'offered' | 'chosen'>,
): readonly Candidate[] {
  const taken = new Set(chosen)
  const said = new Set(chosen.map(({ message }) => message))
  let left = owedRuleTokens
  const owed = offered.filter((candidate) => {
    const isOwed = candidate.isRule && said.has(candidate.message) && !taken.has(candidate) && candidate.tokens <= left
    if (isOwed) left -= candidate.tokens
    return isOwed
  })
  return owed.length ? [...chosen, ...owed].sort(byPlace) : chosen
}
