import { createRankedQueue } from './ranked-queue.ts'

/** Items of a greedy choice, by their number from 0. */
export interface GreedyItems {
  readonly count: number
  /** What an item adds to what was taken so far; it only falls while more is taken. */
  gainOf(item: number): number
  /** False for an item that is passed over for good; asked each time it is at the front. */
  isWanted?(item: number): boolean
}

/** An item at the front of the choice, with what it adds now. */
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
  const queue = createRankedQueue(Array.from({ length: count }, (_, order) => ({ value: gainOf(order), order })))
  for (let head = queue.pop(); head && head.value > 0; head = queue.pop()) {
    const item = head.order
    if (isWanted && !isWanted(item)) continue
    const isSettled = valuations[item]! >= MOST_VALUATIONS
    const gain = isSettled ? head.value : gainOf(item)
    if (!isSettled) valuations[item]!++
    // Gains only ever fall, so what is still worth more than the next one's old gain is the best.
    if (gain < queue.best()) queue.push({ value: gain, order: item })
    else yield { item, gain }
  }
}
