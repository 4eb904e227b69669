/** Node keeps the text of more bytes than about a million outside V8's heap. */
const BYTES_AT_ONCE = 900_000

/**
 * The text of `body[from, to)` in UTF-8, inside V8's heap at any length. A string outside is taken for an old object and
 * is only given back when all of the heap is collected, which some thirty of them bring about.
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

/** The character that the byte at `at` is part of starts here; the end of the body where that is before. */
function startOfCharacter(body: Buffer, at: number): number {
  if (at >= body.length) return body.length
  let start = at
  while ((body[start]! & 0xc0) === 0x80) start--
  return start
}
