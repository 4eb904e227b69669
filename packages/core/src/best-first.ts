/** Items of a greedy choice, by their number from 0. */
export interface GreedyItems {
  readonly count: number
  /** What an item adds to what was taken so far; it only falls while more is taken. */
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
  // A sorted array is a heap.
  const heap = Array.from({ length: count }, (_, item): Best => ({ item, gain: gainOf(item) }))
  heap.sort((a, b) => b.gain - a.gain || a.item - b.item)
  for (let head = pop(heap); head && head.gain > 0; head = pop(heap)) {
    const { item } = head
    if (isWanted && !isWanted(item)) continue
    const isSettled = valuations[item]! >= MOST_VALUATIONS
    const gain = isSettled ? head.gain : gainOf(item)
    if (!isSettled) valuations[item]!++
    // Gains only ever fall, so what is still worth more than the next one's old gain is the best.
    if (heap.length && gain < heap[0]!.gain) push(heap, { item, gain })
    else yield { item, gain }
  }
}

function precedes(a: Best, b: Best): boolean {
  return a.gain > b.gain || (a.gain === b.gain && a.item < b.item)
}

function push(heap: Best[], added: Best): void {
  let at = heap.push(added) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!precedes(added, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = added
}

function pop(heap: Best[]): Best | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (!top || !last || !heap.length) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && precedes(heap[child + 1]!, heap[child]!)) child++
    if (!precedes(heap[child]!, last)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return top
}
