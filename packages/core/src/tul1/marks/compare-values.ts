import type { Claim, ClaimValue } from './claim.ts'

/** Whether one of the values is that one. */
export function holds(values: readonly ClaimValue[], wanted: ClaimValue): boolean {
  return values.some(({ value }) => value === wanted.value)
}

/** How the values of two claims stand to each other. */
export interface ValueComparison {
  /** Kinds of which both have a value, and none in common. */
  readonly differing: number
  readonly same: number
  /** Kinds that only one of them has. */
  readonly unmatched: number
  readonly isName: boolean
}

/** Compares the values of two claims, kind by kind. */
export function compareValues(later: Claim, earlier: Claim): ValueComparison {
  const result = { differing: 0, same: 0, unmatched: 0, isName: false }
  const kinds: number[] = []
  for (const claim of [later, earlier]) for (const { kind } of claim.values) if (!kinds.includes(kind)) kinds.push(kind)
  for (const kind of kinds) {
    const now = valuesOfKind(later, kind)
    const then = valuesOfKind(earlier, kind)
    if (!now.length || !then.length) {
      result.unmatched++
      continue
    }
    const fresh = now.filter((value) => !holds(then, value))
    if (fresh.length === now.length) {
      result.differing += (now.length === 1 && then.length === 1) || later.cue === 'strong' ? 1 : 2
      result.isName ||= now[0]!.isName
      continue
    }
    result.same++
    if (now.length === 1 && then.length === 1) continue
    const gone = then.filter((value) => !holds(now, value))
    if (fresh.length && gone.length) {
      result.differing++
      result.isName ||= now[0]!.isName
    } else if (fresh.length || gone.length) result.unmatched++
  }
  return result
}

/** "It only has 16" of what had 32 GB: a bare figure stands for the only amount that was named. */
export function isBareFigure(later: Claim, earlier: Claim): boolean {
  const bare = later.values.filter((value) => value.isAmount && !value.isReplaced)
  const amounts = earlier.values.filter((value) => value.isAmount)
  return bare.length === 1 && bare[0]!.isBare && amounts.length === 1 && !amounts[0]!.isBare
}

/** "Marta has left, our contact is Ivo now": both are named, and only one is new. */
export function namesBoth(later: Claim, earlier: Claim): boolean {
  if (later.cue !== 'change' && later.cue !== 'strong') return false
  return earlier.values.some(
    (old) =>
      old.isName &&
      holds(later.values, old) &&
      later.values.some((value) => value.kind === old.kind && !holds(earlier.values, value)),
  )
}

function valuesOfKind(claim: Claim, kind: number): ClaimValue[] {
  return claim.values.filter((value) => value.kind === kind && !value.isReplaced)
}
