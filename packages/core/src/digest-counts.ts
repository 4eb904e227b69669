import type { DigestText } from './edits.ts'

/** The known tokens of a digest's text in one encoding. */
export interface DigestCounts {
  /** Name of the encoding. */
  readonly encoding: string
  /** Tokens of the text at the end of its message. */
  ending?: number | undefined
  /** Tokens of the text with a line break after it. */
  goingOn?: number | undefined
}

/**
 * The counts of digests that a request has counted, by their object, which a digest keeps for the life of a
 * conversation. A lookup by the hash of the text took longer than the rest of the counting.
 */
export const digestCounts = new WeakMap<DigestText, DigestCounts>()
