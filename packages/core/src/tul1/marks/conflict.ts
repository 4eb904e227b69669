import type { Claim } from './claim.ts'
import { compareValues, holds, isBareFigure, sharedCount, type ValueComparison } from './compare-values.ts'
import { areRivals } from './rivals.ts'

/** A sentence of the transcript, by the index of its message and its own. */
export interface Place {
  readonly turn: number
  readonly sentence: number
}

/** A claim with its position. */
export interface PlacedClaim extends Place {
  readonly claim: Claim
  readonly role: 'user' | 'assistant'
  readonly isReported: boolean
  /** Part of a long explanation of the assistant, which is full of examples and alternatives. */
  readonly isExpository: boolean
}

/** A sentence that conflicts with one of an earlier message. */
export interface Conflict {
  readonly sentence: number
  readonly relation: 'corrects' | 'contradicts' | 'renews'
  readonly earlier: Place
}

type Relation = 'agrees' | 'corrects' | 'contradicts' | 'unrelated'

/** Largest distances in messages: further away, a correction that omits its topic is not understood. */
const NEAR = 2
const NEAR_REPLACEMENT = 3
const NEAR_SUBSTITUTION = 8
/** Largest number of words that only one of two claims about one thing has. */
const MAX_OTHER = 2
const LEAST_SHARE = { correction: 0.5, change: 0.6 } as const
const CLEAR_SHARE = 0.75

/**
 * The relation of a later claim to the closest earlier one (fewest other words, then newest). A claim that agrees with the
 * closest one conflicts with no older one.
 */
export function findConflict(
  later: PlacedClaim,
  candidates: readonly PlacedClaim[],
): { readonly relation: 'corrects' | 'contradicts'; readonly earlier: PlacedClaim } | undefined {
  let best: { readonly relation: Exclude<Relation, 'unrelated'>; readonly earlier: PlacedClaim } | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const earlier of candidates) {
    const { shared, fresh, gone } = overlapOf(later.claim, earlier.claim)
    const other = shared ? fresh + gone : later.claim.terms.length
    if (other >= fewest) continue
    const relation = relationOf(later, earlier)
    if (relation === 'unrelated') continue
    best = { relation, earlier }
    fewest = other
  }
  return best && best.relation !== 'agrees' ? { relation: best.relation, earlier: best.earlier } : undefined
}

/** The relation of a later claim to an earlier one. Doubtful pairs are unrelated. */
function relationOf(later: PlacedClaim, earlier: PlacedClaim): Relation {
  const { cue } = later.claim
  // Examples in an explanation correct nothing without a cue of correction.
  if ((later.isExpository || earlier.isExpository) && cue !== 'correction') return 'unrelated'
  if (isReplacement(later, earlier)) return 'corrects'
  if (!samePersons(later, earlier)) return 'unrelated'
  const overlap = overlapOf(later.claim, earlier.claim)
  if (overlap.fresh && overlap.gone && areRivals(later.claim.terms, earlier.claim.terms)) return 'unrelated'
  // Most pairs end here, before expensive comparisons.
  if (cue === 'none' && overlap.fresh + overlap.gone > 1)
    return isOtherIdentity(later, earlier) ? 'contradicts' : 'unrelated'
  const values = compareValues(later.claim, earlier.claim)
  const isOpposed = later.claim.isDenied !== earlier.claim.isDenied
  if (cue !== 'none' && isCorrection(later, earlier, { overlap, values, isOpposed })) return 'corrects'
  if (overlap.fresh + overlap.gone > 1 || !overlap.shared) return 'unrelated'
  if (!isOpposed && !values.differing) return values.unmatched ? 'unrelated' : 'agrees'
  if (cue !== 'none' || !isPlain(later, earlier)) return 'unrelated'
  if (overlap.shared < 2 && (later.claim.isPronoun || earlier.claim.isPronoun)) return 'unrelated'
  if (isOpposed) return values.differing || !isDenial(overlap, values, later.claim) ? 'unrelated' : 'contradicts'
  // A single additional word can denote another thing: "the course", "the second course".
  if (overlap.fresh + overlap.gone > 0) return 'unrelated'
  return values.differing === 1 && !values.unmatched ? 'contradicts' : 'unrelated'
}

/** Numbers of terms that both claims have, and that only one has. */
interface Overlap {
  readonly shared: number
  readonly fresh: number
  readonly gone: number
}

function overlapOf(later: Claim, earlier: Claim): Overlap {
  const shared = sharedCount(later.terms, earlier.terms)
  return { shared, fresh: later.terms.length - shared, gone: earlier.terms.length - shared }
}

/**
 * For claims without a cue of change. True if they have the same subject and predicate, and only one of them can be
 * true: "I live in Lyon", "I live in Nantes".
 */
function isOtherIdentity(later: PlacedClaim, earlier: PlacedClaim): boolean {
  const { complement, values, terms } = later.claim
  const before = earlier.claim
  if (!complement.length || !before.complement.length || !isPlain(later, earlier)) return false
  if (later.claim.isDenied || before.isDenied || values.length || before.values.length) return false
  if (sharedCount(complement, before.complement)) return false
  const subject = terms.filter((term) => !complement.includes(term))
  const subjectBefore = before.terms.filter((term) => !before.complement.includes(term))
  if (subject.length !== subjectBefore.length || sharedCount(subject, subjectBefore) < subject.length) return false
  return subject.length > 0 || (absolute(later) === absolute(earlier) && later.claim.persons !== 0)
}

/** The affirmation must contain all words of the denial, at least two. It may have more. */
function isDenial({ shared, fresh, gone }: Overlap, { same }: ValueComparison, later: Claim): boolean {
  return shared + same > 1 && (later.isDenied ? !fresh : !gone)
}

interface Compared {
  readonly overlap: Overlap
  readonly values: ValueComparison
  readonly isOpposed: boolean
}

/** True if a claim with a cue of correction or change is about the earlier claim, with one other value. */
function isCorrection(later: PlacedClaim, earlier: PlacedClaim, { overlap, values, isOpposed }: Compared): boolean {
  const { shared, fresh, gone } = overlap
  const { cue, terms, isAddition, isMove } = later.claim
  if (cue === 'none') return false
  const isOther = values.differing === 1 || (!values.differing && isBareFigure(later.claim, earlier.claim))
  const distance = later.turn - earlier.turn
  // "Sorry, I meant 5,000" names only the value.
  if (!terms.length) return isOther && cue === 'correction' && distance <= NEAR
  // "I'm vegetarian", before "I'm vegan", names only a person and a value.
  if (!earlier.claim.terms.length)
    return isOther && cue === 'correction' && distance <= NEAR && terms.length <= 1 && earlier.claim.persons > 0
  const [fewer, more] = [terms.length, earlier.claim.terms.length].sort((a, b) => a - b) as [number, number]
  const share = shared / Math.max(1, fewer)
  if (!shared || share < LEAST_SHARE[cue] || fresh > MAX_OTHER || (gone > MAX_OTHER && share < CLEAR_SHARE))
    return false
  // "The test server" and "the live server" are different things, so that a value of each is not a correction.
  if (isOther && !isOpposed)
    return cue === 'change' ? !gone || (isMove && !fresh) : !fresh || !gone || share >= CLEAR_SHARE
  if (values.differing) return false
  if (isOpposed) {
    const [denied, other] = later.claim.isDenied ? [fresh, gone] : [gone, fresh]
    return shared + values.same > 1 && !denied && !values.unmatched && other <= 1
  }
  // "No, the key is in the vault": the same statement with another ending.
  const isSingle = fresh === 1 && gone === 1
  const isNear = distance <= NEAR && cue === 'correction' && isSingle && terms[0] === earlier.claim.terms[0]
  const isSubstitution =
    (shared > 1 || isNear) && Math.min(fresh, gone) === 1 && shared * 2 >= more && !values.unmatched
  return isSubstitution && !isAddition && (cue === 'correction' || isSingle) && distance <= NEAR_SUBSTITUTION
}

/** True for "not X but Y", "from X to Y", "instead of X", if the earlier claim contains X. */
function isReplacement(later: PlacedClaim, earlier: PlacedClaim): boolean {
  const { replaced, terms, values } = later.claim
  const before = earlier.claim
  if (!replaced.length || before.isDenied || before.replaced.length) return false
  const said = [...before.terms, ...before.values.flatMap(({ value, figure }) => [value, figure])]
  if (!replaced.every((item) => said.includes(item))) return false
  // The earlier claim must not contain the replacement already.
  const freshTerms = terms.filter((term) => !said.includes(term)).length
  const freshValues = values.filter((value) => !holds(before.values, value)).length
  if (freshTerms + freshValues === 0 || freshTerms > MAX_OTHER) return false
  const kept = [
    ...before.terms.filter((term) => !replaced.includes(term)),
    ...before.values.filter(({ value, figure }) => !replaced.includes(value) && !replaced.includes(figure)),
  ]
  const shared = sharedCount(terms, before.terms) + values.filter((value) => holds(before.values, value)).length
  // "It's green, not blue" has no word of its topic.
  if (!shared)
    return (
      later.turn - earlier.turn <= NEAR_REPLACEMENT &&
      terms.length + values.length <= MAX_OTHER &&
      kept.length <= MAX_OTHER
    )
  return shared * 2 >= kept.length
}

/** True if neither claim is bound to a condition or a moment, and both or none of them are reported. */
function isPlain(later: PlacedClaim, earlier: PlacedClaim): boolean {
  return !later.claim.isLoose && !earlier.claim.isLoose && later.isReported === earlier.isReported
}

/** The user's "my" is the assistant's "your". */
function samePersons(later: PlacedClaim, earlier: PlacedClaim): boolean {
  const a = absolute(later)
  const b = absolute(earlier)
  return a === 0 || b === 0 || (a & b) !== 0
}

function absolute({ claim, role }: PlacedClaim): number {
  if (role === 'user') return claim.persons
  return ((claim.persons & 1) << 1) | (claim.persons >> 1)
}
