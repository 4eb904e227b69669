import { popHeap, pushHeap } from '../heap.ts'

/**
 * A queue of positions by rank: lowest rank first, and leftmost position among equal ranks. Designed for millions of entries.
 */
export interface RankQueue {
  push(rank: number, place: number): void
  /** Moves the first entry into `rank` and `place`. False if there is none. */
  pop(): boolean
  readonly rank: number
  readonly place: number
}

/** The waiting positions of one rank. */
interface Line {
  readonly rank: number
  places: Int32Array<ArrayBuffer>
  /** Positions [taken, size) are waiting. */
  taken: number
  size: number
  isSorted: boolean
}

/**
 * Creates an empty queue. There are many entries but few ranks, and positions are usually added in order. So each rank has a
 * list, which is sorted only when necessary, and only the ranks are in a heap. In a merge, a list is sorted once each time it
 * fills: a merge creates longer tokens, and never more of the rank that is being taken.
 */
export function createRankQueue(): RankQueue {
  const lines = new Map<number, Line>()
  const waiting: number[] = []
  let current: Line | undefined
  const queue = { rank: 0, place: 0, push, pop }
  return queue

  function push(rank: number, place: number): void {
    let line = lines.get(rank)
    if (line === undefined) {
      line = { rank, places: new Int32Array(4), taken: 0, size: 0, isSorted: true }
      lines.set(rank, line)
    }
    if (line.size === 0) {
      pushHeap(waiting, rank, isLower)
      // Lower than the current entry: the current one has to wait.
      if (current !== undefined && rank < current.rank) current = undefined
    }
    append(line, place)
  }

  function pop(): boolean {
    if (current === undefined) {
      if (waiting.length === 0) return false
      current = lines.get(waiting[0]!)!
    }
    if (!current.isSorted) {
      current.places.subarray(current.taken, current.size).sort()
      current.isSorted = true
    }
    queue.rank = current.rank
    queue.place = current.places[current.taken++]!
    if (current.taken === current.size) {
      current.taken = 0
      current.size = 0
      popHeap(waiting, isLower)
      current = undefined
    }
    return true
  }
}

function append(line: Line, place: number): void {
  if (line.size === line.places.length) {
    const larger = new Int32Array(line.size * 2)
    larger.set(line.places)
    line.places = larger
  }
  if (line.size > line.taken && place < line.places[line.size - 1]!) line.isSorted = false
  line.places[line.size++] = place
}

function isLower(rank: number, other: number): boolean {
  return rank < other
}
