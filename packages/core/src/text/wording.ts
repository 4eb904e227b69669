import type { Span } from '../conversation.ts'
import { type CueId, PROTECTED_CUES } from '../lexicon/cue-ids.ts'
import { foldWord } from '../lexicon/fold-word.ts'
import { foldedSet, perLanguage, wordTables } from '../lexicon/per-language.ts'
import { CURRENCIES, NUMBERS, SCALES, UNITS } from '../lexicon/vocabulary.ts'
import type { Word } from '../lexicon/word-borders.ts'
import { TIME_WORDS } from '../tags/calendar-words.ts'
import type { TagKind } from '../tags/tag.ts'
import { withoutEnd } from '../words/without-end.ts'
import type { Clause } from './analysis.ts'
import { quotedSpans } from './quoted-spans.ts'
import { overlaps } from './spans.ts'

/** A droppable phrase: the words before it that make its removal safe, and the removed words. */
interface Droppable {
  readonly before: readonly string[]
  readonly words: readonly string[]
}

const dropListOf = perLanguage(({ droppable }) => Map.groupBy(droppable.map(readDroppable), ({ words }) => words[0]!))

const nameArticlesOf = perLanguage(({ nameArticles }) => foldedSet(nameArticles ?? []))

/** Reads "before [words]". */
function readDroppable(phrase: string): Droppable {
  const bracket = phrase.indexOf('[')
  const before = phrase.slice(0, bracket).trim()
  const words = phrase.slice(bracket + 1, -1).split(' ')
  return { before: before ? before.split(' ').map(foldWord) : [], words: words.map(foldWord) }
}

/** Cues without content: fillers, thanks and greetings. */
const EMPTY: ReadonlySet<CueId> = new Set<CueId>(['filler', 'thanks', 'greeting'])

/**
 * The telegraphic wording of a clause: its text without droppable words of its language and without fillers. Content words,
 * figures, signs, borders of sentences and all words of a protected cue stay. A clause without other words is returned
 * unchanged.
 */
export function wordingOf(text: string, clause: Clause): string {
  const content = text.slice(clause.start, clause.end)
  const found = [...droppableSpans(text, clause), ...emptySpans(text, clause)]
  if (!found.length) return content
  const drops = outsideQuotations(found, content, clause.start).sort((a, b) => a.start - b.start)
  if (!drops.length) return content
  const wording = withoutSpans(text, clause, drops)
  return /[\p{L}\p{N}]/u.test(wording) ? wording : content
}

/** Length of the longest quotation that is a title or the exact words of somebody. A longer one is a passage. */
const LONGEST_QUOTATION = 80

/** Those of `spans` that are not in a short quotation of `content`, which starts at `offset` of the text. */
function outsideQuotations(spans: readonly Span[], content: string, offset: number): Span[] {
  const quotations = quotedSpans(content).filter(({ start, end }) => end - start <= LONGEST_QUOTATION)
  return spans.filter(
    ({ start, end }) =>
      !quotations.some((quotation) => overlaps(quotation, { start: start - offset, end: end - offset })),
  )
}

function droppableSpans(text: string, clause: Clause): Span[] {
  const { words, cues, values, language } = clause
  const byFirst = dropListOf(language)
  const { functionWords: closed } = wordTables(language)
  const spans: Span[] = []
  const keys = words.map(({ form }) => form.key)
  for (let at = 0; at < words.length; at++) {
    for (const { before, words: phrase } of byFirst.get(keys[at]!) ?? []) {
      if (
        !phrase.every((word, i) => keys[at + i] === word) ||
        !before.every((word, i) => keys[at - before.length + i] === word)
      )
        continue
      const end = at + phrase.length - 1
      const span = { start: words[at]!.start, end: words[end]!.end }
      const isArticle = phrase.length === 1 && closed.has(phrase[0]!)
      if (isKept(span, cues, values) || followsNumber(keys[at - 1])) continue
      if (
        isArticle &&
        (!standsBeforeContent(text, clause, keys, end) ||
          isName(clause, keys, end) ||
          followsAmount(text, span, values) ||
          followsAmountInWords(keys, at))
      )
        continue
      if (hasCapitalInside(text, words, at)) continue
      spans.push(span)
      at = end
      break
    }
  }
  return spans
}

/** True for words of a protected cue or of a value. */
function isKept(span: Span, cues: Clause['cues'], values: Clause['values']): boolean {
  return (
    cues.some(({ cue, start, end }) => PROTECTED_CUES.has(cue) && overlaps({ start, end }, span)) ||
    values.some((value) => overlaps(value, span))
  )
}

/** True after a number: "mal" in "drei mal" is not a filler. */
function followsNumber(key: string | undefined): boolean {
  return key !== undefined && (/\p{N}/u.test(key) || NUMBERS.has(key))
}

const AMOUNTS: ReadonlySet<TagKind> = new Set<TagKind>(['number', 'quantity', 'money', 'percent'])

/** True directly after an amount, where an article means "each": "20 euros a ticket". */
function followsAmount(text: string, { start }: Span, values: Clause['values']): boolean {
  return values.some(
    (value) => AMOUNTS.has(value.kind) && value.end < start && text.slice(value.end, start).trim() === '',
  )
}

/** True for "fifty euros a ticket": number words are no values. */
function followsAmountInWords(keys: readonly string[], at: number): boolean {
  const [amount, unit] = [keys[at - 2] ?? '', keys[at - 1] ?? '']
  return (CURRENCIES.has(unit) || UNITS.has(unit)) && (NUMBERS.has(amount) || SCALES.has(amount))
}

/**
 * An article is dropped only before a content word. A number may be a date or an hour, before a unit the article means
 * "each", and Spanish "la mañana" without its article is tomorrow.
 */
function standsBeforeContent(text: string, { words, language }: Clause, keys: readonly string[], at: number): boolean {
  const next = words[at + 1]
  const key = keys[at + 1] ?? ''
  return (
    next !== undefined &&
    text.slice(words[at]!.end, next.start) === ' ' &&
    !wordTables(language).functionWords.has(key) &&
    !/^\p{N}/u.test(next.text) &&
    !NUMBERS.has(key) &&
    !UNITS.has(key) &&
    !TIME_WORDS.has(key)
  )
}

/** True for a part of a name: "Jan de Boer", "Ana de la Cruz", and the letter in "hotel a costs 90". */
function isName({ words, language }: Clause, keys: readonly string[], at: number): boolean {
  const key = keys[at]!
  return (
    (nameArticlesOf(language).has(key) && /^\p{Lu}/u.test(words[at + 1]!.text)) ||
    (key.length === 1 && wordTables(language).verbs.has(keys[at + 1]!))
  )
}

/** True for a capital inside a sentence, which makes the word a name: "The Hague". */
function hasCapitalInside(text: string, words: readonly Word[], at: number): boolean {
  const word = words[at]!
  return (
    at > 0 &&
    /^\p{Lu}/u.test(word.text) &&
    /[\p{L}\p{N},;] $/u.test(text.slice(Math.max(0, word.start - 2), word.start))
  )
}

/** True if only signs and borders are next to a part of a clause: the greeting in "good to see you" is not dropped. */
function standsAlone(text: string, clause: Span, { start, end }: Span): boolean {
  const before = text.slice(clause.start, start).trimEnd()
  const after = text.slice(end, clause.end).trimStart()
  return (
    (!before || /[,;:!.?…—–(，、；：！。？]$/u.test(before)) && (!after || /^[,;:!.?…—–)，、；：！。？]/u.test(after))
  )
}

/**
 * True for the first word of a sentence. Elsewhere a greeting is a content word: Dutch "per uur, dag, week", Italian "silenzioso,
 * caro".
 */
function opensSentence(text: string, start: number): boolean {
  return /(?:^|[\n.!?…。！？])[^\p{L}\p{N}]*$/u.test(text.slice(Math.max(0, start - LONGEST_GAP), start))
}

/** Characters of signs and spaces between two sentences. */
const LONGEST_GAP = 12

function emptySpans(text: string, clause: Clause): Span[] {
  const { cues, values, words } = clause
  const protectedSpans = cues.filter(({ cue }) => PROTECTED_CUES.has(cue))
  return cues.filter(
    ({ cue, start, end }) =>
      EMPTY.has(cue) &&
      standsAlone(text, clause, { start, end }) &&
      (cue !== 'greeting' || opensSentence(text, start)) &&
      !protectedSpans.some((other) => overlaps(other, { start, end })) &&
      !values.some((value) => overlaps(value, { start, end })) &&
      // In scripts without spaces, only a whole word is a filler.
      words.some((word) => word.start === start) &&
      words.some((word) => word.end === end),
  )
}

/** Joins the rest: one space between words, and no comma that belonged to a dropped word. */
function withoutSpans(text: string, clause: Span, drops: readonly Span[]): string {
  let out = ''
  let at = clause.start
  for (const { start, end } of drops) {
    if (start < at) continue
    out = join(out, text.slice(at, start))
    at = end
  }
  const wording = join(out, text.slice(at, clause.end)).trim()
  return /[,،，、]$/u.test(text.slice(clause.start, clause.end)) ? wording : withoutEnd(wording, /[,،，、]/u)
}

function join(left: string, right: string): string {
  // A dot may belong to the next word: ".5 mg", ".env".
  if (!left.trim()) return right.replace(/^(?:[\s,،，、]|[;:!.]+(?=\s|$))+/u, '')
  if (/[:：]\s*$/u.test(left)) return `${left.trimEnd()} ${right.replace(/^(?:[\s,…，、；！。]|[;!.]+(?=\s|$))+/u, '')}`
  // A filler between two commas, or between a comma and the end, is dropped with one of the signs.
  if (/^\s*(?:[。！？…]|[.!?]+(?:[\s"'”’»)\]*_]|$))/u.test(right))
    return withoutEnd(left, /[\s,،，、]/u) + right.trimStart()
  const tail = /[,،，]\s*$/u.test(left) && /^\s*[,،，]/u.test(right) ? right.replace(/^\s*[,،，]/u, '') : right
  if (/^\s*[,;:，、；：]/u.test(tail)) return left.trimEnd() + tail.trimStart()
  return /\s$/u.test(left) ? left + tail.trimStart() : left + tail
}
