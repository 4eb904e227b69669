import type { PlacedClaim } from './conflict.ts'
import { createTermIndex } from './term-index.ts'

/** What has been claimed so far, to be searched for what a new claim may be about. */
export interface KnownClaims {
  add(claims: readonly PlacedClaim[]): void
  /** Earlier claims that the new one may correct or contradict, the newest first: a bounded number. */
  candidates(later: PlacedClaim): PlacedClaim[]
}

/** A correction without any word of its topic means something of the last turns. */
const NEAR_TURNS = 3
const NEAR_CLAIMS = 30

export function createKnownClaims(): KnownClaims {
  const claims: PlacedClaim[] = []
  const all = createTermIndex()

  function add(added: readonly PlacedClaim[]): void {
    for (const placed of added) {
      all.add(placed.claim.terms, claims.length)
      claims.push(placed)
    }
  }

  function candidates(later: PlacedClaim): PlacedClaim[] {
    const { cue, replaced, terms } = later.claim
    const found = all.find(replaced.length ? [...terms, ...replaced] : terms)
    if (cue === 'none' && !replaced.length) return found.map((i) => claims[i]!)
    const near = new Set(found)
    for (let i = claims.length - 1; i >= Math.max(0, claims.length - NEAR_CLAIMS); i--) {
      if (later.turn - claims[i]!.turn > NEAR_TURNS) break
      near.add(i)
    }
    return [...near].sort((a, b) => b - a).map((i) => claims[i]!)
  }

  return { add, candidates }
}
