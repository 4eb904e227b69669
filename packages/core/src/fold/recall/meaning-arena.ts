import { grownLength, moved } from './grow-array.ts'

/** The vectors of all messages of a history in one array. Empty without a table of meanings. */
export class MeaningArena {
  bytes = new Int8Array(0)
  dimensions = 0
  count = 0
}

const FIRST_MESSAGES = 16

export function addMeaning(arena: MeaningArena, meaning: Int8Array): void {
  if (arena.count === 0) arena.dimensions = meaning.length
  const start = arena.count * arena.dimensions
  if (start + arena.dimensions > arena.bytes.length) {
    const least = Math.max(FIRST_MESSAGES * arena.dimensions, start + arena.dimensions)
    arena.bytes = new Int8Array(moved(arena.bytes.buffer, grownLength(arena.bytes.length, least)))
  }
  arena.bytes.set(meaning.subarray(0, arena.dimensions), start)
  arena.count++
}

/** The vector of message `index`, as a view that is valid until the next message is added. */
export function meaningAt(arena: MeaningArena, index: number): Int8Array {
  return arena.bytes.subarray(index * arena.dimensions, (index + 1) * arena.dimensions)
}
