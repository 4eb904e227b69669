/**
 * True if two statements name another thing in the same place: "the contact of the [north] office", "the contact of the [south]
 * office". What stands at the end, or before the last word of both, is what is said of the thing.
 * From the second word on, what stands first is left aside: "how many guests", "40 guests".
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
