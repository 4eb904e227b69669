/** A queue of places by rank: lowest rank first, of equal ranks the leftmost place. Written for millions of entries. */
export interface RankQueue {
  push(rank: number, place: number): void
  /** Takes the first entry into `rank` and `place`; false when there is none. */
  pop(): boolean
  readonly rank: number
  readonly place: number
}

/** Places must be below this, so that rank and place fit one exact double. */
const PLACES = 2 ** 30

/** An empty queue with room for `capacity` entries; it grows when there are more. */
export function createRankQueue(capacity: number): RankQueue {
  let heap = new Float64Array(Math.max(capacity, 16))
  let size = 0
  const queue = { rank: 0, place: 0, push, pop }
  return queue

  function push(rank: number, place: number): void {
    if (size === heap.length) heap = grown(heap)
    const key = rank * PLACES + place
    let at = size++
    while (at > 0) {
      const parent = (at - 1) >> 2
      if (heap[parent]! <= key) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = key
  }

  function pop(): boolean {
    if (size === 0) return false
    const first = heap[0]!
    queue.rank = Math.floor(first / PLACES)
    queue.place = first - queue.rank * PLACES
    const key = heap[--size]!
    sink(key)
    return true
  }

  /** Puts `key` in its place from the top down; four children a node, since that touches less memory than two. */
  function sink(key: number): void {
    let at = 0
    for (;;) {
      const child = 4 * at + 1
      if (child >= size) break
      let least = child
      const last = Math.min(child + 4, size)
      for (let other = child + 1; other < last; other++) if (heap[other]! < heap[least]!) least = other
      if (heap[least]! >= key) break
      heap[at] = heap[least]!
      at = least
    }
    heap[at] = key
  }
}

function grown(heap: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(heap.length * 2)
  larger.set(heap)
  return larger
}
