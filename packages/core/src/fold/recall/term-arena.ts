import type { TermVector } from '../../words/terms.ts'
import { grownLength, moved } from './grow-array.ts'

/**
 * The terms of all messages of a history: two arrays for a session instead of two for each message, which would be mostly
 * overhead. Scoring all messages is one pass through memory.
 */
export class TermArena {
  ids = new Int32Array(FIRST_SIZE)
  /** Occurrences of each term in its message, at most 255. */
  counts = new Uint8Array(FIRST_SIZE)
  /** End of each message's terms in the arrays. */
  readonly ends: number[] = []
  /** Number of terms of each message, including repetitions. */
  readonly lengths: number[] = []
}

const FIRST_SIZE = 256

export function addTerms(arena: TermArena, { ids, counts, length }: TermVector): void {
  const start = startOf(arena, arena.ends.length)
  const end = start + ids.length
  if (end > arena.ids.length) grow(arena, end)
  arena.ids.set(ids, start)
  for (let i = 0; i < counts.length; i++) arena.counts[start + i] = Math.min(255, counts[i]!)
  arena.ends.push(end)
  arena.lengths.push(length)
}

function grow(arena: TermArena, least: number): void {
  const length = grownLength(arena.ids.length, least)
  arena.ids = new Int32Array(moved(arena.ids.buffer, length * Int32Array.BYTES_PER_ELEMENT))
  arena.counts = new Uint8Array(moved(arena.counts.buffer, length))
}

/** Start of the terms of message `index`. */
export function startOf(arena: TermArena, index: number): number {
  return index === 0 ? 0 : arena.ends[index - 1]!
}

/** A copy of the terms of message `index`. */
export function vectorAt(arena: TermArena, index: number): TermVector {
  const range = [startOf(arena, index), arena.ends[index]] as const
  const counts = Uint16Array.from(arena.counts.subarray(...range))
  return { ids: arena.ids.slice(...range), counts, length: arena.lengths[index]! }
}

/** Distinct term ids of message `index`, as a view that is valid until the next message is added. */
export function termsAt(arena: TermArena, index: number): Int32Array {
  return arena.ids.subarray(startOf(arena, index), arena.ends[index])
}

/** True if message `index` has one of the terms. Many messages are asked in a row, so no view is created. */
export function hasTermOf(arena: TermArena, index: number, terms: ReadonlySet<number>): boolean {
  const end = arena.ends[index]!
  for (let at = startOf(arena, index); at < end; at++) if (terms.has(arena.ids[at]!)) return true
  return false
}
