import { contentOf } from './content.ts'
import type { CoverScope } from './cover.ts'
import { type ReadSentence, readMessage } from './marks/message-reading.ts'
import type { SentenceReading } from './marks/sentence-reading.ts'
import { needOf } from './need.ts'
import type { PassageKind } from './passage-kind.ts'
import { type Passage, passagesOf } from './passages.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import type { TranscriptMessage } from './transcript-message.ts'

/** A sentence (of a code, table or log passage: a line) as far as the view and the marks need to know it. */
export interface SentenceFacts {
  /** UTF-16 offsets into the message. */
  readonly start: number
  readonly end: number
  readonly kind: PassageKind
  /** Distinct content terms, in order of first use. */
  readonly terms: Int32Array
  /** Logarithm of how likely a later answer needs it. */
  readonly need: number
  /** Tokens as it stands and in telegraphic wording, both estimated from the message's. */
  readonly tokens: number
  readonly abridgedTokens: number
  /** Of English prose: what the marks are found by. */
  readonly reading: SentenceReading | undefined
}

/** What is derived from one message alone. It holds offsets and numbers, no text. */
export interface MessageFacts {
  /** Of the message, in UTF-16 units. */
  readonly length: number
  readonly tokens: number
  /** Distinct content terms of all sentences. */
  readonly terms: Int32Array
  /** Tokens of the passages that are no prose, by kind. */
  readonly machineTokens: ReadonlyMap<PassageKind, number>
  readonly sentences: readonly SentenceFacts[]
  readonly passages: readonly Passage[]
  /** Telegraphic wording of the sentences that a view has shown, kept so that it need not be found again. */
  readonly worded: Map<number, string>
  /** Sentences that stand for the message, kept likewise once they were looked for. */
  readonly covers: Map<CoverScope, readonly number[]>
}

/** Lines of a machine's text that are looked at: the rest of a long log or file is only measured. */
const MOST_MACHINE_LINES = 40
const MOST_SENTENCES = 2_000
/** Telegraphic wording has fewer tokens for its length than what it shortens: signs go, and so do split contractions. */
const ABRIDGED_DENSITY = 0.85

/** Derives the facts of one message. Linear in its length. */
export function messageFacts(message: TranscriptMessage, count: (text: string) => number): MessageFacts {
  const { content } = message
  const tokens = count(content)
  const passages = passagesOf(content)
  const perCharacter = tokens / Math.max(1, content.length)
  const sentences: SentenceFacts[] = []
  const read = readMessage(content, passages)
  for (const passage of passages) {
    const isSaid = passage.kind === 'prose' || passage.kind === 'quote'
    const spans = sentencesOf(content, passage)
    for (const span of isSaid ? merged(spans) : distinctLines(content, spans)) {
      const facts = sentenceFacts(content, span, { kind: passage.kind, perCharacter, read })
      if (facts) sentences.push(facts)
    }
  }
  const terms = new Set<number>()
  for (const sentence of sentences) for (const term of sentence.terms) terms.add(term)
  return {
    length: content.length,
    tokens,
    terms: Int32Array.from(terms),
    machineTokens: machineTokens(content, passages, count),
    sentences,
    passages,
    worded: new Map(),
    covers: new Map(),
  }
}

/** Neighbours of a text with very many sentences are taken together, so that a message of fragments costs no more than prose. */
function merged(spans: readonly Sentence[]): readonly Sentence[] {
  if (spans.length <= MOST_SENTENCES) return spans
  const step = Math.ceil(spans.length / MOST_SENTENCES)
  return Array.from({ length: Math.ceil(spans.length / step) }, (_, i) => ({
    start: spans[i * step]!.start,
    end: spans[Math.min(spans.length, (i + 1) * step) - 1]!.end,
  }))
}

/** A line that is repeated says nothing new, and a fence nothing at all. */
function distinctLines(content: string, spans: readonly Sentence[]): Sentence[] {
  const seen = new Set<string>()
  return spans.slice(0, MOST_MACHINE_LINES).filter(({ start, end }) => {
    const line = content.slice(start, end)
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
    if (kind !== 'prose' && kind !== 'quote')
      tokens.set(kind, (tokens.get(kind) ?? 0) + count(content.slice(start, end)))
  return tokens
}

interface Context {
  readonly kind: PassageKind
  readonly perCharacter: number
  readonly read: ReadSentence
}

function sentenceFacts(
  content: string,
  span: { readonly start: number; readonly end: number },
  context: Context,
): SentenceFacts | undefined {
  const text = content.slice(span.start, span.end)
  const { terms, abridgedLength, words } = contentOf(text)
  if (!terms.length && !/[\p{L}\p{N}]/u.test(text)) return undefined
  const { kind, perCharacter, read } = context
  const isSaid = kind === 'prose' || kind === 'quote'
  const ranked = kind === 'prose' ? 'said' : kind === 'quote' ? 'quoted' : 'machine'
  return {
    start: span.start,
    end: span.end,
    kind,
    terms,
    need: needOf(text, ranked),
    tokens: Math.ceil(text.length * perCharacter),
    abridgedTokens: Math.ceil(
      (isSaid ? Math.min(text.length, abridgedLength) * ABRIDGED_DENSITY : text.length) * perCharacter,
    ),
    reading: kind === 'prose' ? read(span, words) : undefined,
  }
}
