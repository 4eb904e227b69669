/** Room that one code unit can need at most, in bytes; a surrogate pair needs four for two units. */
export const BYTES_PER_UNIT = 3

/** A buffer and how much of it the last `writeUtf8` filled, kept by its owner and written over piece by piece. */
export interface ByteBuffer {
  bytes: Uint8Array
  /** Bytes written, from the front. */
  length: number
}

/**
 * Writes text[start, end) as UTF-8 to the front of the buffer, as far as it fits, and returns where in the text it
 * stopped. A lone surrogate becomes U+FFFD.
 */
export function writeUtf8(
  into: ByteBuffer,
  text: string,
  range: { readonly start: number; readonly end: number },
): number {
  const { bytes } = into
  const { end } = range
  const room = bytes.length - 4
  let at = range.start
  let to = 0
  while (at < end && to <= room) {
    const unit = text.charCodeAt(at++)
    if (unit < 0x80) {
      bytes[to++] = unit
    } else if (unit < 0x800) {
      bytes[to++] = 0xc0 | (unit >> 6)
      bytes[to++] = 0x80 | (unit & 63)
    } else if ((unit & 0xf800) === 0xd800) {
      const point = at < end ? pairedPoint(unit, text.charCodeAt(at)) : LONE
      if (point !== LONE) at++
      to = writePoint(bytes, to, point)
    } else {
      to = writePoint(bytes, to, unit)
    }
  }
  into.length = to
  return at
}

/** The code point of two surrogates, or U+FFFD when they are no pair. */
export function pairedPoint(high: number, low: number): number {
  if ((high & 0xfc00) !== 0xd800 || (low & 0xfc00) !== 0xdc00) return LONE
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
}

const LONE = 0xfffd

/** A point of three or four bytes. */
function writePoint(bytes: Uint8Array, at: number, point: number): number {
  let to = at
  if (point < 0x10000) {
    bytes[to++] = 0xe0 | (point >> 12)
  } else {
    bytes[to++] = 0xf0 | (point >> 18)
    bytes[to++] = 0x80 | ((point >> 12) & 63)
  }
  bytes[to++] = 0x80 | ((point >> 6) & 63)
  bytes[to++] = 0x80 | (point & 63)
  return to
}
