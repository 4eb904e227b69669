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
 * The counts of digests, once a request has counted them. Digests keep their object for the life of a conversation: a lookup by a hash of all of them took longer than all other work
 * of their count.
 */
export const digestCounts = new WeakMap<DigestText, DigestCounts>()
