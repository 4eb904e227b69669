import { readdirSync, readFileSync } from 'node:fs'
import type { TranscriptMessage } from '../../packages/core/src/tul1/transcript-message.ts'

/**
 * English parts. The first rules were made on `tuned`. Each later part was written after them and then used to improve
 * them, so no part is unseen.
 */
export const PARTS = [
  'tuned',
  'blind-1',
  'blind-2',
  'held-out',
  'held-out-2',
  'held-out-3',
  'held-out-4',
  'held-out-5',
] as const
export type Part = (typeof PARTS)[number]

/** The expected mark of a sentence: "corrects T1", or the kind of an elision ("elided code"). */
export interface Expected {
  /** Position of the message, from 1. */
  readonly turn: number
  readonly mark: string
  /** Words of the sentence, if the message has several sentences. */
  readonly words: string
}

/** A short dialogue with all its expected marks. */
export interface Labelled<AnyPart extends string = Part> {
  readonly id: string
  readonly part: AnyPart
  readonly messages: readonly TranscriptMessage[]
  readonly expected: readonly Expected[]
}

/** The parts of other languages. The rules were made on `development`. The other part is only scored. */
export type LanguagePart = 'development' | 'held-out-3'

export interface LabelledLanguage {
  readonly language: string
  readonly items: readonly Labelled<LanguagePart>[]
}

interface Line<AnyPart> {
  readonly id: string
  readonly part: AnyPart
  /** "u: ..." or "a: ...". */
  readonly messages: readonly string[]
  /** "3 corrects T1 @ words of the sentence". */
  readonly marks: readonly string[]
}

/** All labelled dialogues of the English set. */
export function loadLabelled(): Labelled[] {
  return readLines(new URL('labelled.jsonl', import.meta.url))
}

/** The labelled dialogues of each other language. */
export function loadLanguages(): LabelledLanguage[] {
  const folder = new URL('languages/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.sort().map((name) => ({ language: name.slice(0, -6), items: readLines(new URL(name, folder)) }))
}

function readLines<AnyPart extends string>(file: URL): Labelled<AnyPart>[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const { id, part, messages, marks } = JSON.parse(line) as Line<AnyPart>
    return { id, part, messages: messages.map(messageOf), expected: marks.map(expectedOf) }
  })
}

function messageOf(text: string): TranscriptMessage {
  return { role: text.startsWith('u: ') ? 'user' : 'assistant', content: text.slice(3) }
}

function expectedOf(label: string): Expected {
  const [head, words = ''] = label.split(' @ ')
  const [turn, ...mark] = head!.split(' ')
  return { turn: Number(turn), mark: mark.join(' '), words }
}
