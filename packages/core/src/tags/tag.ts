/** Kinds of typed values, in the order of their numbers in the hash of a value; a new kind is added at the end. */
export const TAG_KINDS = [
  'url',
  'email',
  'path',
  'version',
  'error',
  'money',
  'date',
  'time',
  'percent',
  'quantity',
  'identifier',
  'number',
] as const

export type TagKind = (typeof TAG_KINDS)[number]

/** A typed value of a text: its UTF-16 offsets, and a canonical form that all its spellings share. */
export interface Tag {
  readonly kind: TagKind
  /** Canonical form: `usd 450`, `2024-05-07`, `14:30`, `3 hour`. */
  readonly text: string
  readonly start: number
  readonly end: number
}
