/**
 * The fold's changes of a body, as data. A wire codec applies them at the addresses of the view; everything that no
 * edit names keeps its bytes, and no edits at all means that the client's bytes go out (invariant 3).
 * Message and part numbers are indexes into the view the edits were made for.
 */
export type Edit = FoldEdit | MoveEdit | RecallEdit | ShortenEdit | DropEdit

/** Messages `[from, to)` leave; their digests become one user message in their place, together with those that stand before it. */
export interface FoldEdit {
  readonly kind: 'fold'
  readonly from: number
  readonly to: number
  readonly digests: readonly DigestText[]
}

/** The text of one digest. Where it is the same object as at the turn before, its tokens need not be counted again. */
export interface DigestText {
  readonly text: string
}

/** A folded message stands again, byte for byte, directly before message `before`; at the end when there is none. */
export interface MoveEdit {
  readonly kind: 'move'
  readonly message: number
  readonly before: number
}

/** One user message placed directly before message `before`. */
export interface RecallEdit {
  readonly kind: 'recall'
  readonly before: number
  readonly text: string
}

/** The text of one leaf is replaced. `leaf` is 0 for a text part, the number of the leaf for a tool result. */
export interface ShortenEdit {
  readonly kind: 'shorten'
  readonly message: number
  readonly part: number
  readonly leaf: number
  readonly text: string
}

/** A `thinking` part leaves (M5, M6). Never the only part of its message. */
export interface DropEdit {
  readonly kind: 'drop'
  readonly message: number
  readonly part: number
}
