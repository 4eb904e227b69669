import type { Claim } from './claim.ts'
import type { ClaimValue } from './claim-values.ts'

/** True if one of the values equals the wanted one. */
export function holds(values: readonly ClaimValue[], wanted: ClaimValue): boolean {
  return values.some(({ value, kind }) => value === wanted.value && kind === wanted.kind)
}

/** The relation of the values of two claims. */
export interface ValueComparison {
  /** Number of kinds in which both have a value, but not a common one. */
  readonly differing: number
  readonly same: number
  /** Number of kinds in which only one of them has a value. */
  readonly unmatched: number
}

/** Compares the values of two claims by kind. Several values of one kind against others are more than one difference. */
export function compareValues(later: Claim, earlier: Claim): ValueComparison {
  const result = { differing: 0, same: 0, unmatched: 0 }
  if (!later.values.length && !earlier.values.length) return result
  for (const kind of new Set([...later.values, ...earlier.values].map((value) => value.kind))) {
    const now = later.values.filter((value) => value.kind === kind)
    const then = earlier.values.filter((value) => value.kind === kind)
    if (!now.length || !then.length) {
      result.unmatched++
      continue
    }
    const fresh = now.filter((value) => !holds(then, value))
    const gone = then.filter((value) => !holds(now, value))
    if (!fresh.length && !gone.length) result.same++
    else if (fresh.length && gone.length) result.differing += fresh.length === 1 && gone.length === 1 ? 1 : 2
    else result.unmatched++
  }
  return result
}

/** True for a bare figure that refers to the only named value: "It only has 16" after 32 GB, "at 7:30" after 7. */
export function isBareFigure(later: Claim, earlier: Claim): boolean {
  const now = later.values.filter((value) => value.isAmount)
  const then = earlier.values.filter((value) => value.isAmount)
  return (
    now.length === 1 && then.length === 1 && now[0]!.isBare !== then[0]!.isBare && now[0]!.figure !== then[0]!.figure
  )
}

/** Number of terms that are also in the other list. */
export function sharedCount(a: readonly number[], b: readonly number[]): number {
  return a.filter((term) => b.includes(term)).length
}
