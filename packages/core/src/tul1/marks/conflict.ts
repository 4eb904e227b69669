import type { Claim } from './claim.ts'
import { compareValues, holds, isBareFigure, namesBoth } from './compare-values.ts'
import { comparePolarity } from './polarity.ts'
import { sharedCount } from './shared-count.ts'

/** A claim with where it was made. */
export interface PlacedClaim {
  readonly claim: Claim
  /** Index of the message. */
  readonly turn: number
  readonly sentence: number
  readonly role: 'user' | 'assistant'
  readonly isReported: boolean
  /** Stands in a long explanation of the assistant, which is full of examples and alternatives. */
  readonly isExpository: boolean
  /** One of several statements of its sentence. */
  readonly isClause: boolean
}

/** A sentence that is at odds with one of an earlier message. */
export interface Conflict {
  readonly sentence: number
  readonly relation: 'corrects' | 'contradicts'
  readonly earlier: { readonly turn: number; readonly sentence: number }
}

export type Relation = 'agrees' | 'corrects' | 'contradicts' | 'unrelated'

/** How a later claim stands to an earlier one. */
export function relationOf(later: PlacedClaim, earlier: PlacedClaim): Relation {
  if (isExample(later, earlier)) return 'unrelated'
  if (areApart(later.claim, earlier.claim)) return 'unrelated'
  const shared = sharedCount(later.claim.context, earlier.claim.context)
  if (isReplacement(later, earlier)) return 'corrects'
  if (!samePersons(later, earlier) || (!shared && later.claim.cue === 'none' && !isBareDenial(later, earlier)))
    return 'unrelated'
  const polarity = comparePolarity(later.claim, earlier.claim)
  const isSame = isSameFrame(later.claim, earlier.claim, shared)
  // Most pairs end here, before anything is compared that costs more.
  if (later.claim.cue === 'none' && polarity !== 'opposed' && !isSame) return 'unrelated'
  const values = compareValues(later.claim, earlier.claim)
  if (later.claim.cue !== 'none' && isAbout(later, earlier, shared)) {
    const isOther = values.differing === 1 || (values.differing === 0 && isBareFigure(later.claim, earlier.claim))
    if (isOther && isFit(later, earlier, values.isName ? shared : 1)) return 'corrects'
    if (shared > 0 && namesBoth(later.claim, earlier.claim) && isFit(later, earlier, shared)) return 'corrects'
    if (polarity === 'opposed' && values.differing === 0) return 'corrects'
  }
  if (isOtherwise(later, earlier, shared) && values.differing === 0) return 'corrects'
  if (isTorn(later) || isTorn(earlier)) return 'unrelated'
  if (polarity === 'opposed') {
    if ((later.isClause || earlier.isClause) && !saysTheSame(later.claim, earlier.claim)) return 'unrelated'
    return values.differing === 0 && isPlain(later, earlier) ? 'contradicts' : 'unrelated'
  }
  if (!isSame) return 'unrelated'
  if (values.differing === 0) return values.same > 0 ? 'agrees' : 'unrelated'
  if (values.differing !== 1 || values.unmatched > 0 || polarity !== 'same') return 'unrelated'
  if (values.isName && !(later.claim.isRole && earlier.claim.isRole)) return 'unrelated'
  if (!later.claim.isStative || !earlier.claim.isStative || !isPlain(later, earlier)) return 'unrelated'
  return isMeant(later) ? 'corrects' : 'contradicts'
}

/** Most pairs: nothing is corrected or denied, and they speak of too different things for one to contradict the other. */
function areApart(later: Claim, earlier: Claim): boolean {
  if (later.cue !== 'none' || later.replaced.length > 0) return false
  if (later.polarity !== 'affirmed' || earlier.polarity !== 'affirmed') return false
  return Math.abs(later.context.length - earlier.context.length) > 1
}

/** Whether the speaker shows to know that it was said otherwise, or that it was otherwise until something happened. */
function isMeant({ claim }: PlacedClaim): boolean {
  return claim.cue !== 'none' || claim.isAfterEvent
}

/** A statement that speaks of what stands in another part of its sentence. */
function isTorn({ isClause, claim }: PlacedClaim): boolean {
  return isClause && claim.isPronoun
}

function saysTheSame(later: Claim, earlier: Claim): boolean {
  return later.all.length > 1 && later.all.length === earlier.all.length
}

/** "No, the key is in the vault": the same said of the same with another end, behind the word of a correction. */
function isOtherwise(later: PlacedClaim, earlier: PlacedClaim, shared: number): boolean {
  const { cue, context, isOfMoment, polarity } = later.claim
  const before = earlier.claim
  if ((cue !== 'strong' && cue !== 'weak') || isOfMoment || polarity !== before.polarity || shared < 2) return false
  if (context[0] !== before.context[0] || !before.isStative || !later.claim.isStative) return false
  const [fresh, gone] = [context.length - shared, before.context.length - shared]
  return fresh > 0 && gone > 0 && fresh <= 2 && gone <= 2 && later.turn - earlier.turn <= 10
}

/** "I can swim", "I can't swim": all that is said is the word that is denied. */
function isBareDenial({ claim: a }: PlacedClaim, { claim: b }: PlacedClaim): boolean {
  return a.polarity !== b.polarity || (a.context.length === 0 && b.context.length === 0)
}

/** What an explanation says of examples takes nothing back, unless it says so; but the other one may correct it. */
function isExample(later: PlacedClaim, earlier: PlacedClaim): boolean {
  if (later.isExpository) return later.claim.cue !== 'strong'
  return earlier.isExpository && (later.claim.cue === 'none' || later.claim.cue === 'change')
}

/** "not X but Y", "from X to Y", "instead of X", where X was said before. */
function isReplacement(later: PlacedClaim, earlier: PlacedClaim): boolean {
  const { replaced, values, context } = later.claim
  const old = values.filter((value) => value.isReplaced)
  const said = earlier.claim
  if (!replaced.length && !old.length) return false
  const named = old.length
    ? old.some((value) => holds(said.values, value))
    : replaced.every((term) => said.all.includes(term))
  if (!named) return false
  // What replaces it must not have been said in the same place already.
  const fresh = values.filter((value) => !value.isReplaced)
  const saysMore = later.claim.all.some((term) => !said.all.includes(term))
  if (!saysMore && fresh.length > 0 && fresh.every((value) => holds(said.values, value))) return false
  const shared = sharedCount(later.claim.all, said.all)
  // An order can be replaced as well, by one that names what it said.
  if (!said.hasSubject && !(shared > 0 && old.length > 0)) return false
  const kept = said.context.filter((term) => !replaced.includes(term))
  if (shared > 0) return old.length > 0 || shared * 2 >= Math.min(context.length, Math.max(1, kept.length))
  // "It's green, not blue" has no word of its topic; "from Madrid to Porto" has none but the two places.
  const isNamed = said.context.length > 0 && old.some((value) => value.isName) && fresh.some((value) => value.isName)
  return later.turn - earlier.turn <= 3 && fresh.length > 0 && (isNamed || later.claim.isPronoun || context.length <= 1)
}

/** Whether a claim with the cue of a correction speaks of what the earlier one spoke of. */
function isAbout(later: PlacedClaim, earlier: PlacedClaim, shared: number): boolean {
  const { cue, context, isPronoun } = later.claim
  const least = Math.min(context.length, earlier.claim.context.length)
  const distance = later.turn - earlier.turn
  // "I'm vegan" after "I'm vegetarian": nothing is named but who it is about.
  if (!earlier.claim.context.length)
    return distance <= 4 && context.length <= 1 && later.claim.persons > 0 && earlier.claim.persons > 0
  if (context.length === 0 || (isPronoun && context.length <= 2 && shared === 0))
    return distance <= (cue === 'strong' || later.role === earlier.role ? 2 : 1)
  if (shared === 0) return false
  const share = shared / Math.max(1, least)
  if (share < (cue === 'strong' ? 0.5 : cue === 'change' ? 0.6 : 0.66)) return false
  // The words only one of them has must not tell two things apart.
  const apart = Math.min(context.length - shared, earlier.claim.context.length - shared)
  return apart <= (cue === 'strong' ? 2 : 1) || share >= 0.75
}

/** A correction is a statement about a statement; who or where something is needs a word in common as well. */
function isFit(later: PlacedClaim, earlier: PlacedClaim, shared: number): boolean {
  const isOrder = !earlier.claim.hasSubject && later.claim.cue === 'strong' && shared > 0
  if (!(earlier.claim.hasSubject || isOrder) || !(later.claim.hasSubject || later.claim.cue === 'strong')) return false
  return shared > 0 && later.claim.values.length <= 4 && earlier.claim.values.length <= 4
}

function isSameFrame(later: Claim, earlier: Claim, shared: number): boolean {
  const most = Math.max(later.context.length, earlier.context.length)
  const least = Math.min(later.context.length, earlier.context.length)
  if (!later.hasSubject || !earlier.hasSubject) return false
  // "Our CEO is Linda", "Our CEO is Robert": all it is about is a name that both have.
  if (!most) return later.isRole && later.values.some((value) => holds(earlier.values, value))
  return shared === least && most - least <= 1 && shared / most >= 0.6
}

/** Neither is bound to a moment, a condition or somebody else's word. */
function isPlain(later: PlacedClaim, earlier: PlacedClaim): boolean {
  for (const { claim } of [later, earlier]) if (claim.isLoose || claim.isOfMoment) return false
  return later.isReported === earlier.isReported
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
