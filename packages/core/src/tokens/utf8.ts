/** Most bytes per code unit. A surrogate pair needs four for two units. */
const BYTES_PER_UNIT = 3
/** Bytes of the largest code point. */
const LARGEST = 4
const REPLACEMENT = 0xfffd

/** A reused buffer, and the number of bytes in it. */
export interface ByteBuffer {
  readonly bytes: Uint8Array
  length: number
}

/** Creates a buffer for `units` code units. */
export function createByteBuffer(units: number): ByteBuffer {
  return { bytes: new Uint8Array(units * BYTES_PER_UNIT + LARGEST), length: 0 }
}

/**
 * Appends text[start, end) as UTF-8 while there is room, and returns the position at which it stopped. A lone surrogate becomes
 * U+FFFD. The parameters are flat because this runs once for every piece of a text.
 */
export function appendUtf8(into: ByteBuffer, text: string, start: number, end: number): number {
  const { bytes } = into
  const room = bytes.length - LARGEST
  let at = start
  let to = into.length
  while (at < end && to <= room) {
    let point = text.charCodeAt(at++)
    if (point < 0x80) {
      bytes[to++] = point
      continue
    }
    if (point < 0x800) {
      bytes[to++] = 0xc0 | (point >> 6)
    } else {
      if ((point & 0xf800) === 0xd800) {
        point = at < end ? pairedPoint(point, text.charCodeAt(at)) : REPLACEMENT
        if (point !== REPLACEMENT) at++
      }
      if (point < 0x10000) {
        bytes[to++] = 0xe0 | (point >> 12)
      } else {
        bytes[to++] = 0xf0 | (point >> 18)
        bytes[to++] = 0x80 | ((point >> 12) & 63)
      }
      bytes[to++] = 0x80 | ((point >> 6) & 63)
    }
    bytes[to++] = 0x80 | (point & 63)
  }
  into.length = to
  return at
}

/** The code point of two surrogates, or U+FFFD if they are not a pair. */
export function pairedPoint(high: number, low: number): number {
  if ((high & 0xfc00) !== 0xd800 || (low & 0xfc00) !== 0xdc00) return REPLACEMENT
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
}
