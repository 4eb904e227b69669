import type { Span } from '../conversation.ts'
import { foldWord } from '../lexicon/fold-word.ts'
import type { Language } from '../lexicon/languages.ts'
import { foldedSet, perLanguage } from '../lexicon/per-language.ts'
import { MONTHS } from '../lexicon/vocabulary.ts'
import { matchesOf } from '../matches-of.ts'

/** A sentence, or a list item, heading or line without an end mark, by UTF-16 offsets. */
export interface SentenceSpan extends Span {
  /** Start of the words, after the sign of a list item, quotation or heading. */
  readonly bodyStart: number
}

/** Longer sentences are cut at white space, so that the length of pieces is bounded in data without sentences. */
const LONGEST = 1_600
const MARKS = /[.!?…。！？｡।॥؟۔]+["'”’»)\]*_」』）〉》]*/g
const FULL_WIDTH = /^[。！？｡।॥]/
const LIST_SIGN = /^[ \t\u3000]*(?:(?:[-*+•·>#]+|\p{Nd}{1,3}[.)]|\(?\p{L}\))[ \t\u3000]+)+/u
/** The rest of a sentence after a quotation: 「はい。」と言った, 「はい。」、彼は言った. */
const GOES_ON = /^[とって、，,]/u
const LETTERS_BEFORE = /(?:^|[\s([/"'“„«])((?:\p{L}{1,6}\.){0,4}\p{L}{1,6})$/u
const LOOK_BACK = 24

/** Sentences of a text: lines first, then the sentences of each line. Linear. */
export function sentencesOf(text: string, language: Language | undefined): SentenceSpan[] {
  const found: SentenceSpan[] = []
  const abbreviations = abbreviationsOf(language ?? 'en')
  let start = 0
  while (start <= text.length) {
    let end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    if (end > start) pushLine(found, text, { start, end }, abbreviations)
    start = end + 1
  }
  return found
}

function pushLine(found: SentenceSpan[], text: string, line: Span, abbreviations: Abbreviations): void {
  const content = text.slice(line.start, line.end)
  const sign = LIST_SIGN.exec(content.slice(0, 40))?.[0].length ?? 0
  let from = 0
  for (const match of matchesOf(content, MARKS, sign)) {
    const end = match.index + match[0].length
    if (!endsSentence(content, match[0], { start: match.index, end }, abbreviations)) continue
    pushBounded(found, text, { start: line.start + from, end: line.start + end }, from ? 0 : sign)
    from = end
  }
  pushBounded(found, text, { start: line.start + from, end: line.end }, from ? 0 : sign)
}

function endsSentence(line: string, mark: string, span: Span, abbreviations: Abbreviations): boolean {
  if (FULL_WIDTH.test(mark)) return !GOES_ON.test(line.slice(span.end, span.end + 1))
  if (span.end < line.length && !isSpace(line.charCodeAt(span.end))) return false
  if (!mark.startsWith('.') || mark.startsWith('..')) return true
  const before = line.slice(Math.max(0, span.start - LOOK_BACK), span.start)
  if (isOrdinalDay(line, before, span.end)) return false
  const word = LETTERS_BEFORE.exec(before)?.[1]
  if (word === undefined) return true
  // The dot of a one-letter abbreviation before a number: "v. 25", "p. 12".
  if (/^\p{L}$/u.test(word) && /^\s\p{Nd}/u.test(line.slice(span.end, span.end + 3))) return false
  // The dot of an initial: "J. Smith".
  if (/^\p{Lu}$/u.test(word) && span.start > 1) return !/^\s*\p{Lu}/u.test(line.slice(span.end, span.end + 3))
  const key = foldWord(word)
  if (!abbreviations.all.has(key)) return true
  return abbreviations.final.has(key) && /^\s*["'“„«]?\p{Lu}/u.test(line.slice(span.end, span.end + 4))
}

/** True for the dot of an ordinal or a date: "bis zum 3. Mai", "5. katta", "bis 23.10. möglich", "am 23.10. 2026". */
function isOrdinalDay(line: string, before: string, end: number): boolean {
  const number = /(?:^|[^\d.,:])(\d{1,2}|[0-3]?\d\.(?:0?\d|1[0-2]))$/.exec(before)?.[1]
  if (number === undefined) return false
  const after = line.slice(end, end + 20)
  if (number.includes('.') && /^\s\d/.test(after)) return true
  const next = /^\s(\p{L}+)/u.exec(after)?.[1]
  return next !== undefined && (MONTHS.has(foldWord(next)) || /^\p{Ll}/u.test(next))
}

const abbreviationsOf = perLanguage(({ abbreviations = [], finalAbbreviations = [] }) => ({
  all: foldedSet(abbreviations),
  final: foldedSet(finalAbbreviations),
}))
type Abbreviations = ReturnType<typeof abbreviationsOf>

function pushBounded(found: SentenceSpan[], text: string, span: Span, sign: number): void {
  let { start } = span
  while (span.end - start > LONGEST) {
    // Searches within the part only: a backward search through a text without spaces would be quadratic.
    const space = text.slice(start, start + LONGEST + 1).lastIndexOf(' ')
    let end = start + (space > LONGEST / 2 ? space : LONGEST)
    // A surrogate pair is not split.
    if (/[\ud800-\udbff]/.test(text[end - 1]!)) end++
    pushTrimmed(found, text, { start, end }, start === span.start ? sign : 0)
    start = end
  }
  pushTrimmed(found, text, { start, end: span.end }, start === span.start ? sign : 0)
}

function pushTrimmed(found: SentenceSpan[], text: string, span: Span, sign: number): void {
  let { start, end } = span
  const bodyStart = start + sign
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  if (end > start) found.push({ start, end, bodyStart: Math.min(Math.max(start, bodyStart), end) })
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0x202f
}
