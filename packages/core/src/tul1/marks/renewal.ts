import { compareValues, sharedCount } from './compare-values.ts'
import type { PlacedClaim } from './conflict.ts'
import { areRivals } from './rivals.ts'

/** A later claim is about the same thing if it contains this share of the earlier claim's words. */
const SAME_THING = 0.6
/** Least number of common words at which two claims without any cue are the same statement with two endings. */
const LEAST_SHARED = 2

/**
 * True if a later claim may update an earlier one: it is about the same thing, with another value, another ending, a denial
 * or a word of change. Looser than a mark, since a view with the earlier claim only has to contain the later one too.
 */
export function mayRenew(later: PlacedClaim, earlier: PlacedClaim): boolean {
  const now = later.claim
  const then = earlier.claim
  if (later.isReported || earlier.isReported || later.isExpository || earlier.isExpository) return false
  if (now.isLoose && now.cue === 'none' && !now.isRevocation) return false
  const shared = sharedCount(now.terms, then.terms)
  if (!shared || shared < SAME_THING * then.terms.length || areRivals(now.terms, then.terms)) return false
  if (now.cue !== 'none' || now.isRevocation || now.isDenied !== then.isDenied) return true
  const isOtherEnd = shared >= LEAST_SHARED && now.terms.length > shared && then.terms.length > shared
  return isOtherEnd || compareValues(now, then).differing > 0
}
