import { bestFirst } from './best-first.ts'

/** Something to choose from, by its number from 0: what it adds to what was taken so far, and what it costs now. */
export interface Selection {
  readonly count: number
  gainOf(item: number): number
  costOf(item: number): number
}

/**
 * Spends `room` on items by what they add, best first; an item that costs more than is left is passed over. Yields each
 * item that is taken, once it is paid for, with the room that is left. See `bestFirst` for order and effort.
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
 * The parts that hold `share` of the distinct terms of all parts for the least cost, within `room`: greedily those with the
 * most weight of new terms for their cost. By number, in order.
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
      let added = 0
      for (const term of terms) if (missing.has(term)) added += weightOf(term)
      return added / cost
    },
  })
  for (const { item } of choice) {
    taken.push(item)
    for (const term of parts[item]!.terms) missing.delete(term)
    if (missing.size <= allowed) break
  }
  return taken.sort((a, b) => a - b)
}
