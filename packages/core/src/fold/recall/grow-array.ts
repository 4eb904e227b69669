/** Small, since what an array has too much is memory of every session for as long as it lives. */
const GROWTH = 1.125

/** How long an array of `length` has to be for `least` elements, and some more that come. */
export function grownLength(length: number, least: number): number {
  return Math.max(least, Math.ceil(GROWTH * length))
}

/**
 * The bytes of `buffer` in one of `byteLength`, zeros behind them. Nothing may look into `buffer` any more: its memory is
 * given back at once. Left to the collector, those that a history has outgrown are as much again as what it takes.
 */
export function moved(buffer: ArrayBufferLike, byteLength: number): ArrayBuffer {
  return (buffer as ArrayBuffer).transfer(byteLength)
}
