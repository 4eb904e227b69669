import type { Span } from '../conversation.ts'
import { foldWord } from '../lexicon/fold-word.ts'
import type { Language } from '../lexicon/languages.ts'
import type { LexiconFile } from '../lexicon/lexicon-file.ts'
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
/**
 * The last sign of a mark and the rest of its sentence: 「はい。」と言った, 「はい。」、彼は言った, 無理！って言った. Without a
 * closing bracket, と also begins sentences: です。ところで, いい？とりあえず.
 */
const GOES_ON = /^(?:["'”’»)\]*_」』）〉》][とって、，,]|[！？](?:って|と\p{Script=Han}))/u
/** Single letters with dots or hyphens, also spaced: "e.g", "z. T", "c.-à-d". Only scripts with case abbreviate so. */
const LETTERS_BEFORE = /(?:\p{LC}(?:\.[\s-]?|-)){1,6}\p{LC}/u
/** Short words with their vowel signs: "Dr", "कि.मी", "fr.o.m". */
const WORDS_BEFORE = /(?:(?:\p{L}\p{M}*){1,6}\.){0,4}(?:\p{L}\p{M}*){1,6}/u
/** The abbreviation before a dot, or the end of a compound: "Kunden-Nr", "Dr.-Ing", but not the letter of "plan-B". */
const BEFORE_DOT = new RegExp(
  `(?<=^|[\\s([/"'“„«])(?:${LETTERS_BEFORE.source}|${WORDS_BEFORE.source})$|(?<=[\\p{L}.]-)\\p{L}{2,6}$`,
  'u',
)
/** Single letters with dots are an abbreviation that no list needs to contain: "d.m.v", "J.-P". */
const INITIALS = /^\p{LC}(?:\.-?\p{LC})+$/u
const CASED_NEXT = /^\s*\p{LC}/u
const LOOK_BACK = 24
const LOOK_AHEAD = 24

/** Sentences of a text: lines first, then the sentences of each line. Linear. */
export function sentencesOf(text: string, language: Language | undefined): SentenceSpan[] {
  const found: SentenceSpan[] = []
  const words = sentenceWordsOf(language ?? 'en')
  let start = 0
  while (start <= text.length) {
    let end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    if (end > start) pushLine(found, text, { start, end }, words)
    start = end + 1
  }
  return found
}

function pushLine(found: SentenceSpan[], text: string, line: Span, words: SentenceWords): void {
  const content = text.slice(line.start, line.end)
  const sign = LIST_SIGN.exec(content.slice(0, 40))?.[0].length ?? 0
  let from = 0
  for (const match of matchesOf(content, MARKS, sign)) {
    const end = match.index + match[0].length
    if (!endsSentence(content, match[0], { start: match.index, end }, words)) continue
    pushBounded(found, text, { start: line.start + from, end: line.start + end }, from ? 0 : sign)
    from = end
  }
  pushBounded(found, text, { start: line.start + from, end: line.end }, from ? 0 : sign)
}

function endsSentence(line: string, mark: string, span: Span, words: SentenceWords): boolean {
  if (FULL_WIDTH.test(mark)) return !GOES_ON.test(line.slice(span.end - 1, span.end + 2))
  if (span.end < line.length && !isSpace(line.charCodeAt(span.end))) return false
  if (!mark.startsWith('.') || mark.startsWith('..')) return true
  const before = line.slice(Math.max(0, span.start - LOOK_BACK), span.start)
  const after = line.slice(span.end, span.end + LOOK_AHEAD)
  if (isOrdinal(before, after, words)) return false
  const word = BEFORE_DOT.exec(before)?.[0].replace(/\s/g, '')
  if (word === undefined) return true
  // The dot of a one-letter abbreviation before a number or another letter: "v. 25", "p. 12", "i. d. R.".
  if (/^\p{LC}$/u.test(word) && /^\s(?:\p{Nd}|\p{LC}\.)/u.test(after)) return false
  // The dot of an initial: "J. Smith".
  if (/^\p{Lu}$/u.test(word) && span.start > 1) return !CASED_NEXT.test(after)
  const ending = words.endings.get(foldWord(word))
  if (ending === undefined) return !INITIALS.test(word)
  if (ending === 'never' || !/^\s*["'“„«]?\p{Lu}/u.test(after)) return false
  return ending === 'capital' || opensSentence(after, words)
}

/**
 * True for the dot of an ordinal or a date: "bis zum 3. Mai", "5. katta", "bis 23.10. möglich", "am 23.10. 2026", "im
 * 2. Stock". A count before a name, "Er ist 45. Maria …", looks the same. It is joined, because a join keeps every word
 * with its negation and its figure, and a cut does not.
 */
function isOrdinal(before: string, after: string, words: SentenceWords): boolean {
  const number = /(?:^|[^\p{L}\d.,:])(\d{1,2}|[0-3]?\d\.(?:0?\d|1[0-2]))$/u.exec(before)?.[1]
  if (number === undefined) return false
  if (number.includes('.') && /^\s\d/.test(after)) return true
  const next = /^\s(\p{L}+)/u.exec(after)?.[1]
  if (next === undefined) return false
  if (MONTHS.has(foldWord(next)) || /^\p{Ll}/u.test(next)) return true
  return words.hasDottedOrdinals && !number.includes('.') && !opensSentence(after, words)
}

/** True if a function word follows, so that its capital begins a sentence: "at 5 p.m. The", not "5 p.m. Monday". */
function opensSentence(after: string, { openers }: SentenceWords): boolean {
  const next = /^\s*["'“„«]?([\p{L}'’]+)/u.exec(after)?.[1]
  return next !== undefined && openers.has(foldWord(next))
}

const sentenceWordsOf = perLanguage((file) => ({
  endings: endingsOf(file),
  openers: openersOf(file),
  hasDottedOrdinals: file.dottedOrdinals ?? false,
}))
type SentenceWords = ReturnType<typeof sentenceWordsOf>

/** Abbreviations to where they end a sentence: before any capital, before a word that opens a sentence, or never. */
function endingsOf(file: LexiconFile): ReadonlyMap<string, 'never' | 'opener' | 'capital'> {
  const { abbreviations = [], finalAbbreviations = [], nameAbbreviations = [] } = file
  return new Map([
    ...abbreviations.map((word) => [foldWord(word), 'never'] as const),
    ...nameAbbreviations.map((word) => [foldWord(word), 'opener'] as const),
    ...finalAbbreviations.map((word) => [foldWord(word), 'capital'] as const),
  ])
}

/** Words that open a sentence and are no months: "5 p.m. May 3". */
function openersOf({ functionWords, subjects, coordinators }: LexiconFile): ReadonlySet<string> {
  const words = foldedSet([...functionWords, ...subjects, ...coordinators])
  return new Set([...words].filter((word) => !MONTHS.has(word)))
}

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
