import { bestFirst } from './best-first.ts'
import { sumOf } from './sum.ts'

/** Items of a choice, by their number from 0: the gain of each beyond the chosen items, and its current cost. */
export interface Selection {
  readonly count: number
  gainOf(item: number): number
  costOf(item: number): number
}

/**
 * Spends `room` on items by their gain, best first. An item that costs more than the remaining room is skipped. Yields each
 * chosen item with the room left after it. See `bestFirst` for order and complexity.
 */
export function* selectWithin(
  room: number,
  { count, gainOf, costOf }: Selection,
): Generator<{ readonly item: number; readonly left: number }, void, void> {
  let left = room
  for (const { item } of bestFirst({ count, gainOf, isWanted: (item) => costOf(item) <= left })) {
    left -= costOf(item)
    yield { item, left }
  }
}

/** Part of a text with its distinct terms. */
export interface TermHolder {
  readonly terms: Iterable<number>
  readonly cost: number
}

/**
 * Chooses the parts that cover `share` of the distinct terms of all parts at the lowest cost, within `room`: greedily by the
 * weight of new terms per cost. Returns their numbers in order.
 */
export function coverTerms(
  parts: readonly TermHolder[],
  wish: { readonly share?: number; readonly room?: number; readonly weightOf?: (term: number) => number },
): number[] {
  const { share = 1, room = Number.POSITIVE_INFINITY, weightOf = () => 1 } = wish
  const missing = new Set(parts.flatMap(({ terms }) => [...terms]))
  const allowed = missing.size - Math.ceil(share * missing.size)
  const taken: number[] = []
  if (missing.size <= allowed) return taken
  const choice = selectWithin(room, {
    count: parts.length,
    costOf: (item) => parts[item]!.cost,
    gainOf(item) {
      const { terms, cost } = parts[item]!
      return sumOf(terms, (term) => (missing.has(term) ? weightOf(term) : 0)) / cost
    },
  })
  for (const { item } of choice) {
    taken.push(item)
    for (const term of parts[item]!.terms) missing.delete(term)
    if (missing.size <= allowed) break
  }
  return taken.sort((a, b) => a - b)
}
