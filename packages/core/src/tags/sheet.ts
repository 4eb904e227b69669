import { withAsciiDigits } from '../words/ascii-digits.ts'
import type { Word } from '../words/words.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { type Figure, figuresOf } from './figures.ts'
import type { Tag, TagKind } from './tag.ts'

/** A text on which extractors mark their results. Marked text is not available to later extractors. */
export interface TagSheet {
  readonly text: string
  readonly words: readonly Word[]
  readonly chunks: readonly Chunk[]
  readonly figures: readonly Figure[]
  /** Marks a tag, unless a part of its range is taken. */
  put(tag: Tag): void
  /** Marks the range of a match, unless a part of it is taken. */
  putMatch(kind: TagKind, text: string, match: RegExpExecArray): void
  /** The tags so far, by position. */
  tags(): Tag[]
}

export function createSheet(text: string, words: readonly Word[]): TagSheet {
  /** Most sentences have no tags and need no map. */
  let taken: Uint8Array | undefined
  const found: Tag[] = []
  function isFree(start: number, end: number): boolean {
    if (!taken) return true
    for (let i = start; i < end; i++) if (taken[i] === 1) return false
    return true
  }
  function put(tag: Tag): void {
    if (!tag.text || !isFree(tag.start, tag.end)) return
    taken ??= new Uint8Array(text.length)
    taken.fill(1, tag.start, tag.end)
    found.push(tag)
  }
  return {
    text,
    words,
    chunks: chunksOf(text),
    figures: /\p{Nd}/u.test(text) ? figuresOf(withAsciiDigits(text)) : [],
    put,
    putMatch: (kind, text, match) => put({ kind, text, start: match.index, end: match.index + match[0].length }),
    tags: () => found.sort((a, b) => a.start - b.start),
  }
}
