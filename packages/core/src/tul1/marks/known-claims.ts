import { addToList } from '../../maps.ts'
import type { PlacedClaim } from './conflict.ts'

/** All claims so far, indexed by their topics. */
export interface KnownClaims {
  add(claims: readonly PlacedClaim[]): void
  /** Earlier claims that the new one may correct or contradict, newest first. Their number is bounded. */
  candidates(later: PlacedClaim): PlacedClaim[]
}

/** A correction without its topic refers to one of the last turns. */
const NEAR_TURNS = 3
const NEAR_CLAIMS = 30
/** The rarest terms of a claim are looked up, and for each of them the newest claims. */
const RAREST = 3
const NEWEST = 12

export function createKnownClaims(): KnownClaims {
  const claims: PlacedClaim[] = []
  /** Indexes of the claims with a term, newest last. */
  const holders = new Map<number, number[]>()

  function add(added: readonly PlacedClaim[]): void {
    for (const placed of added) {
      for (const term of placed.claim.terms) addToList(holders, term, claims.length)
      claims.push(placed)
    }
  }

  function sharing(terms: readonly number[]): Set<number> {
    const lists = terms.flatMap((term) => [holders.get(term) ?? []]).filter(({ length }) => length > 0)
    const rarest = lists.sort((a, b) => a.length - b.length).slice(0, RAREST)
    return new Set(rarest.flatMap((list) => list.slice(-NEWEST)))
  }

  function candidates({ claim, turn }: PlacedClaim): PlacedClaim[] {
    const { cue, replaced, terms } = claim
    const found = sharing(replaced.length ? [...terms, ...replaced] : terms)
    const isNearMeant = cue !== 'none' || replaced.length > 0
    for (let i = claims.length - 1; isNearMeant && i >= Math.max(0, claims.length - NEAR_CLAIMS); i--) {
      if (turn - claims[i]!.turn > NEAR_TURNS) break
      found.add(i)
    }
    return [...found].sort((a, b) => b - a).map((i) => claims[i]!)
  }

  return { add, candidates }
}
