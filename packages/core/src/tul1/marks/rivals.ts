/**
 * True if two statements have different terms in the same position, so that they are about different things: "the contact of
 * the [north] office", "the contact of the [south] office". Terms at the end, or before a common last term, belong to the
 * predicate. With `second`, terms before the first common one are ignored: "how many guests", "40 guests".
 */
export function areRivals(
  later: readonly number[],
  earlier: readonly number[],
  from: 'start' | 'second' = 'start',
): boolean {
  const closing = later.at(-1) === earlier.at(-1) ? later.at(-1) : undefined
  const places = (terms: readonly number[], others: readonly number[]): Set<string> => {
    const found = new Set<string>()
    let left = 0
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at]!
      if (others.includes(term)) {
        left = term
        continue
      }
      const right = terms.slice(at + 1).find((next) => others.includes(next))
      if (right !== undefined && right !== closing && (left || from === 'start')) found.add(`${left} ${right}`)
    }
    return found
  }
  const own = places(later, earlier)
  return own.size > 0 && [...places(earlier, later)].some((place) => own.has(place))
}
