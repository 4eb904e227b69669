import { popHeap, pushHeap } from './heap.ts'

/** Items of a greedy choice, by their number from 0. */
interface GreedyItems {
  readonly count: number
  /** The gain of an item beyond those taken. It never increases as more are taken. */
  gainOf(item: number): number
  /** False for an item that is skipped permanently. Called each time the item is at the front. */
  isWanted?(item: number): boolean
}

/** An item at the front of the queue, with its gain. */
export interface Best {
  readonly item: number
  readonly gain: number
}

/** Limit of the algorithm: after this many re-evaluations, an item is taken at its last known gain. */
const MAX_VALUATIONS = 64

/**
 * Lazy greedy choice: yields items by decreasing gain, equal ones in a fixed order, while their gain is positive. The
 * caller takes or leaves an item before it asks for the next. Each item is re-evaluated at most 64 times, so this is in
 * O(n log n).
 */
export function* bestFirst({ count, gainOf, isWanted }: GreedyItems): Generator<Best, void, void> {
  const valuations = new Uint8Array(count)
  const heap = Array.from({ length: count }, (_, item): Best => ({ item, gain: gainOf(item) }))
  heap.sort((a, b) => b.gain - a.gain || a.item - b.item)
  for (let head = popHeap(heap, precedes); head && head.gain > 0; head = popHeap(heap, precedes)) {
    const { item } = head
    if (isWanted && !isWanted(item)) continue
    const isSettled = valuations[item]! >= MAX_VALUATIONS
    const gain = isSettled ? head.gain : gainOf(item)
    if (!isSettled) valuations[item]!++
    // Gains only fall, so an item is the best if its current gain is not below the last known gain of the next one.
    if (heap.length && gain < heap[0]!.gain) pushHeap(heap, { item, gain }, precedes)
    else if (gain > 0) yield { item, gain }
  }
}

function precedes(a: Best, b: Best): boolean {
  return a.gain > b.gain || (a.gain === b.gain && a.item < b.item)
}
