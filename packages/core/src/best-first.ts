import { popHeap, pushHeap } from './heap.ts'

/** Items of a greedy choice, by their number from 0. */
interface GreedyItems {
  readonly count: number
  /** The gain of an item beyond those taken; it never increases as more are taken. */
  gainOf(item: number): number
  /** False for an item that is passed over for good; asked each time it is at the front. */
  isWanted?(item: number): boolean
}

/** An item at the front of the choice, with what it adds. */
export interface Best {
  readonly item: number
  readonly gain: number
}

/** A limit of the algorithm: an item at the front that was valued anew so often is taken at its last value. */
const MOST_VALUATIONS = 64

/**
 * Lazy greedy choice: yields items by what they add, best first, of equals the one with the lower number, as long as they
 * add anything. The caller takes an item, or leaves it, before it asks for the next one. An item is valued at most 64
 * times, so the choice takes n log n steps whatever the items share.
 */
export function* bestFirst({ count, gainOf, isWanted }: GreedyItems): Generator<Best, void, void> {
  const valuations = new Uint8Array(count)
  const heap = Array.from({ length: count }, (_, item): Best => ({ item, gain: gainOf(item) }))
  heap.sort((a, b) => b.gain - a.gain || a.item - b.item)
  for (let head = popHeap(heap, precedes); head && head.gain > 0; head = popHeap(heap, precedes)) {
    const { item } = head
    if (isWanted && !isWanted(item)) continue
    const isSettled = valuations[item]! >= MOST_VALUATIONS
    const gain = isSettled ? head.gain : gainOf(item)
    if (!isSettled) valuations[item]!++
    // Gains only ever fall, so what is still worth more than the next one's old gain is the best.
    if (heap.length && gain < heap[0]!.gain) pushHeap(heap, { item, gain }, precedes)
    else yield { item, gain }
  }
}

function precedes(a: Best, b: Best): boolean {
  return a.gain > b.gain || (a.gain === b.gain && a.item < b.item)
}
