/** The vectors of every message of a history, one behind the other; empty where no table of meanings is at hand. */
export interface MeaningArena {
  bytes: Int8Array
  dimensions: number
  count: number
}

const FIRST_MESSAGES = 16

export function createMeaningArena(): MeaningArena {
  return { bytes: new Int8Array(0), dimensions: 0, count: 0 }
}

export function addMeaning(arena: MeaningArena, meaning: Int8Array): void {
  if (arena.count === 0) arena.dimensions = meaning.length
  const start = arena.count * arena.dimensions
  if (start + arena.dimensions > arena.bytes.length) {
    const bytes = new Int8Array(Math.max(FIRST_MESSAGES * arena.dimensions, Math.ceil(1.5 * arena.bytes.length)))
    bytes.set(arena.bytes)
    arena.bytes = bytes
  }
  arena.bytes.set(meaning.subarray(0, arena.dimensions), start)
  arena.count++
}

/** The vector of message `index`; a view. */
export function meaningAt(arena: MeaningArena, index: number): Int8Array {
  return arena.bytes.subarray(index * arena.dimensions, (index + 1) * arena.dimensions)
}
