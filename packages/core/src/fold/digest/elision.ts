import { kindMark, type Mark, omissionMark } from '../record/marks.ts'
import type { Transcript } from '../transcript.ts'

/** Least omitted tokens of a message that get a mark. The preamble of the record says that it is abridged. */
const LEAST_MARKED_TOKENS = 300

/**
 * The marks of an abridged message: `[image]` for content other than text, or else `[-540]` for 540 omitted tokens.
 * None if little is missing.
 */
export function elisionMarks(transcript: Transcript, index: number, keptTokens: number): Mark[] {
  const kinds = transcript.opaqueKindsOf(index)
  if (kinds.length) return kinds.map(kindMark)
  const omitted = transcript.tokensOf(index) - keptTokens
  return omitted >= LEAST_MARKED_TOKENS ? [omissionMark(Number(omitted.toPrecision(2)))] : []
}
