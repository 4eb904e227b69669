import { kindMark, type Mark, omissionMark } from '../record/marks.ts'
import type { Transcript } from '../transcript.ts'

/** Less than this may be left out of a message without a mark: the head of the record says that it is abridged. */
const LEAST_MARKED_TOKENS = 300

/**
 * The marks behind what a record keeps of a message: `[image]` for what is not text, `[-540]` for 540 tokens left
 * out.
 * None when nothing of note is missing.
 */
export function elisionMarks(transcript: Transcript, index: number, keptTokens: number): Mark[] {
  const kinds = transcript.opaqueKindsOf(index)
  if (kinds.length) return kinds.map(kindMark)
  const omitted = transcript.tokensOf(index) - keptTokens
  return omitted >= LEAST_MARKED_TOKENS ? [omissionMark(Number(omitted.toPrecision(2)))] : []
}
