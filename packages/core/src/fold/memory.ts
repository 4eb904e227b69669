/** Measured on V8, in bytes, rounded up: an entry in a map of numbers, and of one whose values are objects. */
export const MAP_ENTRY_BYTES = 40
export const OBJECT_ENTRY_BYTES = 100
/** Of an entry in each of the lists that a message has a place in, its key included. */
export const MESSAGE_BYTES = 240
/** The head of an object with its text, beside the characters. */
export const TEXT_BYTES = 120
export const CHARACTER_BYTES = 2

export function textBytes(kept: Iterable<{ readonly text: string }>): number {
  let bytes = 0
  for (const { text } of kept) bytes += TEXT_BYTES + CHARACTER_BYTES * text.length
  return bytes
}
