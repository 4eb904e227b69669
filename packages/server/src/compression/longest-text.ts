import type { Conversation } from '@pleat/core'

type Parts = Conversation['messages'][number]['shape']['parts']

/** Bytes of text that take as long to fold as one more part. A message of thousands of short calls is long work too. */
const BYTES_PER_PART = 32

/**
 * Estimated UTF-8 bytes of text of the longest message, without encoded content such as pictures, and with
 * `BYTES_PER_PART` for each part after the first. The fold reads a message in one step, during which other requests
 * wait. `bodyBytes`: the size of the whole body.
 */
export function longestText({ body, messages }: Conversation, bodyBytes: number): number {
  let longest = 0
  for (const { shape, start, end } of messages) {
    if (end - start + BYTES_PER_PART * shape.parts.length > longest) longest = Math.max(longest, textOf(shape.parts))
  }
  // Positions of a body count bytes, or UTF-16 code units of up to three bytes each.
  return (longest * bodyBytes) / body.length
}

function textOf(parts: Parts): number {
  let length = BYTES_PER_PART * Math.max(0, parts.length - 1)
  for (const part of parts) {
    if (part.kind === 'text') length += lengthOf([part.leaf])
    else if (part.kind === 'tool-call') length += lengthOf([part.input])
    else if (part.kind === 'tool-result') length += lengthOf(part.leaves)
    else if (part.kind === 'opaque') length += lengthOf(part.leaves ?? [])
  }
  return length
}

function lengthOf(spans: readonly { readonly start: number; readonly end: number }[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}
