import type { Span } from '../conversation.ts'
import type { Language } from '../lexicon/languages.ts'
import { addCount } from '../maps.ts'
import { analyzeText, type Sentence } from '../text/analysis.ts'
import { quotedSpans } from '../text/quoted-spans.ts'
import { sentencesOf } from '../text/sentences.ts'
import { wordedSentence } from '../text/telegraphic.ts'
import { termsOf } from '../words/terms.ts'
import { type Word, wordsOf } from '../words/words.ts'
import type { CoverScope } from './cover.ts'
import { readSentence, type SentenceReading } from './marks/sentence-reading.ts'
import type { PassageKind } from './passage-kind.ts'
import { type Passage, passagesOf } from './passages.ts'
import { salienceOf, salienceOfLine } from './salience.ts'
import type { TranscriptMessage } from './transcript-message.ts'

/** The properties of a sentence (or of a line of a code, table or log passage) for the view and the marks. */
export interface SentenceFacts {
  /** UTF-16 offsets into the message. */
  readonly start: number
  readonly end: number
  readonly kind: PassageKind
  /** Distinct content terms, in order of first use. */
  readonly terms: Int32Array
  /** Logarithm of the likelihood that a later answer needs it. */
  readonly salience: number
  /** Tokens unchanged and in telegraphic wording, both estimated from the message's. */
  readonly tokens: number
  readonly abridgedTokens: number
  /** The reading of a prose sentence, from which marks are derived. */
  readonly reading: SentenceReading | undefined
  /** For an item of a list: the sentence that introduces the list. */
  readonly head: number | undefined
}

/** Facts of one message by itself, as offsets and numbers without text. */
export interface MessageFacts {
  /** Length of the message in UTF-16 units. */
  readonly length: number
  /** Undefined if its words do not show it. */
  readonly language: Language | undefined
  readonly tokens: number
  /** Distinct content terms of all sentences. */
  readonly terms: Int32Array
  /** Tokens of the passages that are neither prose nor quotation, by kind. */
  readonly machineTokens: ReadonlyMap<PassageKind, number>
  readonly sentences: readonly SentenceFacts[]
  readonly passages: readonly Passage[]
  /** Cached telegraphic wording of sentences that a view has shown. */
  readonly worded: Map<number, string>
  /** Cached sentences that represent the message. */
  readonly covers: Map<CoverScope, readonly number[]>
}

/** Lines of machine output that are read. The rest of a long log or file is only measured. */
const MAX_MACHINE_LINES = 40
const MAX_SENTENCES = 2_000

/** Derives the facts of one message. `prior` is the language of the transcript. Linear in its length. */
export function messageFacts(
  message: TranscriptMessage,
  count: (text: string) => number,
  prior?: Language,
): MessageFacts {
  const { content } = message
  const tokens = count(content)
  const passages = passagesOf(content)
  const perCharacter = tokens / Math.max(1, content.length)
  const sentences: SentenceFacts[] = []
  const said = saidText(content, passages)
  const { language, sentences: analysis } = analyzeText(said, prior)
  const quotesWithin = spansWithin(quotedSpans(said))
  let next = 0
  let head: number | undefined
  for (const { kind, start, end } of passages) {
    const push = (span: Span, sentence?: Sentence): void => {
      const text = content.slice(span.start, span.end)
      const terms = Int32Array.from(new Set(termsOf(sentence ? wordsWithin(sentence) : wordsOf(text))))
      if (!terms.length && !/[\p{L}\p{N}]/u.test(text)) return
      const abridged = sentence ? Math.min(text.length, wordedSentence(content, sentence).length) : text.length
      const isItem = sentence !== undefined && ITEM_SIGN.test(content.slice(sentence.start, sentence.bodyStart))
      sentences.push({
        start: span.start,
        end: span.end,
        kind,
        terms,
        salience: sentence ? salienceOf(text, kind === 'prose' ? 'said' : 'quoted', sentence) : salienceOfLine(text),
        tokens: Math.ceil(text.length * perCharacter),
        abridgedTokens: Math.ceil(abridged * perCharacter),
        reading:
          kind === 'prose' && language && sentence ? readSentence(said, sentence, quotesWithin(sentence)) : undefined,
        head: isItem ? head : undefined,
      })
      if (!isItem) head = HEADS_LIST.test(text) ? sentences.length - 1 : undefined
    }
    if (kind === 'prose' || kind === 'quote') {
      const own: Sentence[] = []
      for (; next < analysis.length && analysis[next]!.start < end; next++) own.push(analysis[next]!)
      if (own.length > MAX_SENTENCES) for (const span of merged(own)) push(span)
      else for (const sentence of own) push({ start: startOf(content, sentence), end: sentence.end }, sentence)
    } else for (const span of distinctLines(content, { start, end })) push(span)
  }
  const terms = new Set<number>()
  for (const sentence of sentences) for (const term of sentence.terms) terms.add(term)
  return {
    length: content.length,
    language,
    tokens,
    terms: Int32Array.from(terms),
    machineTokens: machineTokens(content, passages, count),
    sentences,
    passages,
    worded: new Map(),
    covers: new Map(),
  }
}

/** Returns a function that finds the spans that overlap a range. Its ranges must be given in order. */
function spansWithin(spans: readonly Span[]): (range: Span) => readonly Span[] {
  let first = 0
  return ({ start, end }) => {
    while (first < spans.length && spans[first]!.end <= start) first++
    const found: Span[] = []
    for (let at = first; at < spans.length && spans[at]!.start <= end; at++) found.push(spans[at]!)
    return found
  }
}

/** Signs of list items: bullets, numbers and letters, but not those of headings and quotations. */
const ITEM_SIGN = /^\s*(?:[-*+•·]|\(?[\p{L}\p{N}]{1,3}[.)])/u
const HEADS_LIST = /[:：]\W{0,4}$/u

/** An item keeps its number or letter, by which it can be chosen, and a quotation keeps its sign. */
function startOf(content: string, { start, bodyStart }: Sentence): number {
  return /[\p{L}\p{N}>]/u.test(content.slice(start, bodyStart)) ? start : bodyStart
}

/** The message with blanks in place of its machine passages, so that offsets stay valid. */
function saidText(content: string, passages: readonly Passage[]): string {
  let said = ''
  let at = 0
  for (const { kind, start, end } of passages) {
    if (kind === 'prose' || kind === 'quote') continue
    said += content.slice(at, start) + content.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return said + content.slice(at)
}

/** Joins adjacent sentences into at most `MAX_SENTENCES`, so that a message of fragments costs no more than prose. */
function merged(sentences: readonly Sentence[]): readonly Span[] {
  const step = Math.ceil(sentences.length / MAX_SENTENCES)
  return Array.from({ length: Math.ceil(sentences.length / step) }, (_, i) => ({
    start: sentences[i * step]!.bodyStart,
    end: sentences[Math.min(sentences.length, (i + 1) * step) - 1]!.end,
  }))
}

/** The first lines of a passage, without repeated lines and fences, which contain nothing new. */
function distinctLines(content: string, { start, end }: Span): Span[] {
  const seen = new Set<string>()
  const spans = sentencesOf(content.slice(start, end), undefined).slice(0, MAX_MACHINE_LINES)
  return spans
    .map((span) => ({ start: start + span.bodyStart, end: start + span.end }))
    .filter((span) => {
      const line = content.slice(span.start, span.end)
      return !/^(?:`{3}|~{3})/.test(line) && !seen.has(line) && seen.add(line)
    })
}

function machineTokens(
  content: string,
  passages: readonly Passage[],
  count: (text: string) => number,
): Map<PassageKind, number> {
  const tokens = new Map<PassageKind, number>()
  for (const { kind, start, end } of passages)
    if (kind !== 'prose' && kind !== 'quote') addCount(tokens, kind, count(content.slice(start, end)))
  return tokens
}

/** The words of a sentence without the sign of a list item. */
function wordsWithin({ clauses, bodyStart }: Sentence): Word[] {
  return clauses.flatMap(({ words }) => words).filter(({ start }) => start >= bodyStart)
}
