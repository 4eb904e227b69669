/**
 * The fold's changes of a body, as data. A wire codec applies them at the addresses of the view. Everything that no
 * edit names keeps its bytes, and without edits the client's bytes are sent. Message and part numbers are indexes into
 * the view for which the edits were made.
 */
export type Edit = FoldEdit | MoveEdit | RecallEdit | ShortenEdit | DropEdit

/** Removes messages `[from, to)`. Their digests form one user message in their place, together with adjacent earlier ones. */
export interface FoldEdit {
  readonly kind: 'fold'
  readonly from: number
  readonly to: number
  readonly digests: readonly DigestText[]
}

/** The text of one digest. If it is the same object as in the previous turn, its tokens need not be counted again. */
export interface DigestText {
  readonly text: string
}

/** Moves a folded message, byte for byte, directly before message `before`. The number of messages means the end. */
export interface MoveEdit {
  readonly kind: 'move'
  readonly message: number
  readonly before: number
}

/** Inserts one user message directly before message `before`. */
export interface RecallEdit {
  readonly kind: 'recall'
  readonly before: number
  readonly text: string
}

/** Replaces the text of one leaf. `leaf` is 0 for a text part, the number of the leaf for a tool result. */
export interface ShortenEdit {
  readonly kind: 'shorten'
  readonly message: number
  readonly part: number
  readonly leaf: number
  readonly text: string
}

/** Drops a `thinking` part. Never the only part of its message. */
export interface DropEdit {
  readonly kind: 'drop'
  readonly message: number
  readonly part: number
}
