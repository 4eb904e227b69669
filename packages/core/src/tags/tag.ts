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

/** A typed value of a text: by UTF-16 offsets into the text, and in the form in which all its spellings meet. */
export interface Tag {
  readonly kind: TagKind
  /** Canonical form: `usd 450`, `2024-05-07`, `14:30`, `3 hour`. */
  readonly text: string
  readonly start: number
  readonly end: number
}
