import { sumOf } from '../sum.ts'
/** Bytes measured on V8, rounded up: an entry of a map of numbers, and of a map of objects. */
export const MAP_ENTRY_BYTES = 40
export const OBJECT_ENTRY_BYTES = 100
/** Bytes of an entry in each of the lists per message, including its key. */
export const MESSAGE_BYTES = 240
/** Bytes of an object with a text, without the characters. */
export const TEXT_BYTES = 120
export const CHARACTER_BYTES = 2

export function textBytes(kept: Iterable<{ readonly text: string }>): number {
  return sumOf(kept, ({ text }) => TEXT_BYTES + CHARACTER_BYTES * text.length)
}
