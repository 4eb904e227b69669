/**
 * True if two statements have different terms in the same position, so that they are about different things: "the contact of
 * the [north] office", "the contact of the [south] office". Terms at the end, or before a common last term, belong to the
 * predicate. With `second`, terms before the first common one are ignored: "how many guests", "40 guests". Linear.
 */
export function areRivals(
  later: readonly number[],
  earlier: readonly number[],
  from: 'start' | 'second' = 'start',
): boolean {
  const closing = later.at(-1) === earlier.at(-1) ? later.at(-1) : undefined
  // A place is the pair of common terms around other terms.
  const places = (terms: readonly number[], others: readonly number[]): Set<string> => {
    const common = new Set(others)
    const found = new Set<string>()
    let left = 0
    let isApart = false
    for (const term of terms) {
      if (!common.has(term)) {
        isApart = true
        continue
      }
      if (isApart && term !== closing && (left || from === 'start')) found.add(`${left} ${term}`)
      left = term
      isApart = false
    }
    return found
  }
  const own = places(later, earlier)
  return own.size > 0 && [...places(earlier, later)].some((place) => own.has(place))
}
