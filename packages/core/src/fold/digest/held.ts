import { addCount } from '../../maps.ts'
/**
 * Counts the terms in digests. Statements of the user are compared only with earlier ones of the user: an earlier line of a
 * tool or an assistant does not reduce the value of a user's line.
 */
export class HeldTerms {
  readonly all = new Map<number, number>()
  readonly byUser = new Map<number, number>()
}

/** The counts that apply to statements of the user, or to all others. */
export function heldFor(held: HeldTerms, isUser: boolean): ReadonlyMap<number, number> {
  return isUser ? held.byUser : held.all
}

export function hold(held: HeldTerms, terms: Iterable<number>, isUser: boolean): void {
  for (const term of terms) {
    addCount(held.all, term)
    if (isUser) addCount(held.byUser, term)
  }
}

/** Removes terms from the counts. */
export function release(held: HeldTerms, terms: Iterable<number>, isUser: boolean): void {
  for (const term of terms) {
    decrement(held.all, term)
    if (isUser) decrement(held.byUser, term)
  }
}

function decrement(counts: Map<number, number>, term: number): void {
  const times = (counts.get(term) ?? 0) - 1
  if (times > 0) counts.set(term, times)
  else counts.delete(term)
}
