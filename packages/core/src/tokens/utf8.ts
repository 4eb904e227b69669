/** Most that one code unit can need; a surrogate pair needs four for two units. */
const BYTES_PER_UNIT = 3
/** Bytes of the largest code point. */
const LARGEST = 4
const REPLACEMENT = 0xfffd

/** Bytes and how many of them are written, kept by its owner and written over piece by piece. */
export interface ByteBuffer {
  readonly bytes: Uint8Array
  length: number
}

/** A buffer that surely holds `units` code units. */
export function createByteBuffer(units: number): ByteBuffer {
  return { bytes: new Uint8Array(units * BYTES_PER_UNIT + LARGEST), length: 0 }
}

/**
 * Appends text[start, end) as UTF-8, as far as there is room, and returns where in the text it stopped. A lone surrogate
 * becomes U+FFFD. The parameters are flat since this runs once for every piece of a text.
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

/** The code point of two surrogates, or U+FFFD when they are no pair. */
export function pairedPoint(high: number, low: number): number {
  if ((high & 0xfc00) !== 0xd800 || (low & 0xfc00) !== 0xdc00) return REPLACEMENT
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
}
