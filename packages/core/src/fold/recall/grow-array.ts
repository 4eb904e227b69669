/** Growth factor. It is small because the spare capacity of an array takes memory for the whole life of a session. */
const GROWTH = 1.125

/** New length of an array of `length` that has to hold `least` elements, with spare capacity. */
export function grownLength(length: number, least: number): number {
  return Math.max(least, Math.ceil(GROWTH * length))
}

/**
 * Moves the bytes of `buffer` to one of `byteLength`, followed by zeros. `buffer` must not be used afterwards: its memory is
 * released at once. If the garbage collector released it, the outgrown arrays of a history would take as much memory again.
 */
export function moved(buffer: ArrayBufferLike, byteLength: number): ArrayBuffer {
  return (buffer as ArrayBuffer).transfer(byteLength)
}
