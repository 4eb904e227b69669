import type { Transcript } from '../transcript.ts'

/** Less than this may be left out of a message without a mark: the head of the record says that it is abridged. */
const LEAST_MARKED_TOKENS = 300

/**
 * The mark behind what a record keeps of a message: `[image]` for what is not text, `[-540]` for so many tokens left out.
 * Empty when nothing of note is missing.
 */
export function elisionMark(transcript: Transcript, index: number, keptTokens: number): string {
  const kinds = transcript.opaqueKindsOf(index)
  if (kinds.length) return kinds.map((kind) => ` [${kind}]`).join('')
  const omitted = transcript.tokensOf(index) - keptTokens
  return omitted >= LEAST_MARKED_TOKENS ? ` [-${Number(omitted.toPrecision(2))}]` : ''
}
