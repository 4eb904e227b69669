import type { Word } from '../lexicon/word-borders.ts'
import { extractTags } from '../tags/extract-tags.ts'
import type { TagKind } from '../tags/tag.ts'
import type { Span } from './sentences.ts'

/** A typed value of a text: a date, an amount, a path, an identifier. */
export interface Value extends Span {
  readonly kind: TagKind
  /** The form in which all spellings meet: `usd 450`, `2024-05-07`, `14:30`, `3 hour`. */
  readonly canonical: string
}

/** The typed values of a text in reading order, without overlaps. Linear. */
export function valuesOf(text: string, words: readonly Word[]): Value[] {
  return extractTags(text, words).map(({ kind, text: canonical, start, end }) => ({ kind, canonical, start, end }))
}
