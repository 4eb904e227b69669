/** Bytes of one piece: less than the million or so above which Node stores a string outside of V8's heap. */
const BYTES_AT_ONCE = 900_000

/**
 * Decodes `body[from, to)` as UTF-8 into V8's heap, at any length. V8 treats a string outside of the heap as an old object, and
 * frees it only in a full collection. About thirty such strings cause one.
 */
export function textOfBody(body: Buffer, from = 0, to = body.length): string {
  if (to - from <= BYTES_AT_ONCE) return body.toString('utf8', from, to)
  let text = ''
  for (let start = from, end = from; start < to; start = end) {
    end = startOfCharacter(body, Math.min(start + BYTES_AT_ONCE, to))
    text += body.toString('utf8', start, end)
  }
  return text
}

/** Moves `at` back to the first byte of its character. Returns the end of the body for a position beyond it. */
function startOfCharacter(body: Buffer, at: number): number {
  if (at >= body.length) return body.length
  let start = at
  while ((body[start]! & 0xc0) === 0x80) start--
  return start
}
