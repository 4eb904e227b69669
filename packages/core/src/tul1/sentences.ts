import { MONTHS } from '../lexicon/vocabulary.ts'
import type { Passage } from './passages.ts'

/** A sentence by UTF-16 offsets into its message, without the signs of a list or heading before it. */
export interface Sentence {
  readonly start: number
  readonly end: number
}

/** Longer sentences are cut at white space, so that a text without sentences can still be abridged. */
const LONGEST = 1_600
const MARKS = /[.!?…。！？]+["'”’)\]*_」』）]*/g
const LIST_SIGN = /^\s*(?:(?:[-*+•>#]+|\d{1,3}[.)]|\(?[a-z]\))\s+)+/
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|Sgt|Capt|Gen|Rev|vs|e\.g|i\.e|cf|approx|Fig|No|Nr|ca|Vol|pp|ed|al|resp|incl)$/u
const SOFT_ABBREVIATION = /(?:^|[\s(])(?:etc|Inc|Ltd|Co|Corp|Jr|Sr|Ave|Rd|min|max|hr|hrs|a\.m|p\.m|am|pm|U\.S|U\.K)$/i

/** The sentences of a passage: lines first, then the sentences of each line. Linear. */
export function sentencesOf(content: string, passage: Passage): Sentence[] {
  const sentences: Sentence[] = []
  let start = passage.start
  while (start < passage.end) {
    let end = content.indexOf('\n', start)
    if (end < 0 || end > passage.end) end = passage.end
    pushLine(sentences, content, { start, end })
    start = end + 1
  }
  return sentences
}

function pushLine(sentences: Sentence[], content: string, span: Sentence): void {
  const sign = LIST_SIGN.exec(content.slice(span.start, Math.min(span.end, span.start + 40)))?.[0].length ?? 0
  const offset = span.start + sign
  const line = content.slice(offset, span.end)
  let from = 0
  for (const match of line.matchAll(MARKS)) {
    const end = match.index + match[0].length
    if (!endsSentence(line, match[0], { start: match.index, end })) continue
    pushBounded(sentences, content, { start: offset + from, end: offset + end })
    from = end
  }
  pushBounded(sentences, content, { start: offset + from, end: span.end })
}

function endsSentence(line: string, mark: string, span: Sentence): boolean {
  if (/^[。！？]/.test(mark)) return true
  if (span.end < line.length && !isSpace(line.charCodeAt(span.end))) return false
  if (!mark.startsWith('.') || mark.startsWith('..')) return true
  const before = line.slice(Math.max(0, span.start - 12), span.start)
  if (ABBREVIATION.test(before) || isDay(line, before, span.end)) return false
  return !SOFT_ABBREVIATION.test(before) || !/^\s*[\p{Ll}\d(]/u.test(line.slice(span.end, span.end + 4))
}

/** "bis zum 3. Mai": in many languages the day of a month has a dot. */
function isDay(line: string, before: string, end: number): boolean {
  if (!/(?:^|[^\d.,])\d{1,2}$/.test(before)) return false
  const next = /^\s(\p{L}{3,})/u.exec(line.slice(end, end + 16))?.[1]
  return next !== undefined && MONTHS.has(next.toLowerCase())
}

function pushBounded(sentences: Sentence[], content: string, span: Sentence): void {
  let start = span.start
  while (span.end - start > LONGEST) {
    // Within the part: a search back through a text without spaces would be quadratic.
    const space = start + content.slice(start, start + LONGEST + 1).lastIndexOf(' ')
    const end = space > start + LONGEST / 2 ? space : start + LONGEST
    pushTrimmed(sentences, content, { start, end })
    start = end
  }
  pushTrimmed(sentences, content, { start, end: span.end })
}

function pushTrimmed(sentences: Sentence[], content: string, span: Sentence): void {
  let { start, end } = span
  while (start < end && isSpace(content.charCodeAt(start))) start++
  while (end > start && isSpace(content.charCodeAt(end - 1))) end--
  if (end > start) sentences.push({ start, end })
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000
}
