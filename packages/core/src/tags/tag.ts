/** What a tag stands for. Patterns come before names, phrases and terms, because a pattern says more than its words. */
export type TagKind =
  | 'url'
  | 'email'
  | 'path'
  | 'version'
  | 'error'
  | 'money'
  | 'date'
  | 'time'
  | 'percent'
  | 'quantity'
  | 'identifier'
  | 'number'
  | 'name'
  | 'phrase'
  | 'term'

/** Something a text speaks of: by UTF-16 offsets into the text, and in the form in which all its spellings meet. */
export interface Tag {
  readonly kind: TagKind
  /** Canonical form: `usd 450`, `2024-05-07`, `14:30`, `3 hour`, the stem of a word. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Of phrases and terms: as written, in lower case. Stems are no words, so this is what is shown and what has meaning. */
  readonly word?: string
}
