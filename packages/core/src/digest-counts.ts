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
 * Digests keep their object for the life of a conversation: a lookup by a hash of all of them took longer than all other work
 * of their count.
 */
const known = new WeakMap<DigestText, DigestCounts>()

/** Undefined if no request has counted the digest yet. */
export function countsKnownOf(digest: DigestText): DigestCounts | undefined {
  return known.get(digest)
}

export function keepDigestCounts(digest: DigestText, counts: DigestCounts): DigestCounts {
  known.set(digest, counts)
  return counts
}
