import type { Word } from '../words/words.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { type Figure, figuresOf } from './figures.ts'
import type { Tag, TagKind } from './tag.ts'

/** A text on which extractors mark what they find; what one has marked, no later one gets. */
export interface TagSheet {
  readonly text: string
  readonly words: readonly Word[]
  readonly chunks: readonly Chunk[]
  readonly figures: readonly Figure[]
  /** Marks a tag, unless something of its place is taken. */
  put(tag: Tag): void
  /** The same of all that an expression has matched. */
  putMatch(kind: TagKind, text: string, match: RegExpExecArray): void
  /** The tags so far, by place. */
  tags(): Tag[]
}

export function createSheet(text: string, words: readonly Word[]): TagSheet {
  /** Most sentences hold nothing, and need none. */
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
    figures: /\d/.test(text) ? figuresOf(text) : [],
    put,
    putMatch: (kind, text, match) => put({ kind, text, start: match.index, end: match.index + match[0].length }),
    tags: () => found.sort((a, b) => a.start - b.start),
  }
}
