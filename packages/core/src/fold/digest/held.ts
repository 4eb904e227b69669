/**
 * How often digests hold a term. What the user says is measured by what the user said before: nothing that a tool or an
 * assistant says first makes a line of the user's worth less.
 */
export class HeldTerms {
  readonly all = new Map<number, number>()
  readonly byUser = new Map<number, number>()
}

/** How often terms are held as far as it counts for what the user, or anybody else, says. */
export function heldFor(held: HeldTerms, isUser: boolean): ReadonlyMap<number, number> {
  return isUser ? held.byUser : held.all
}

export function hold(held: HeldTerms, terms: Iterable<number>, isUser: boolean): void {
  for (const term of terms) {
    held.all.set(term, (held.all.get(term) ?? 0) + 1)
    if (isUser) held.byUser.set(term, (held.byUser.get(term) ?? 0) + 1)
  }
}

/** Takes back what was held. */
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
