import { readFileSync } from 'node:fs'
import type { TranscriptMessage } from '../../packages/core/src/tul1/transcript-message.ts'

/**
 * The rules were made on `tuned`. Each part after it was written later, before anything was known of how the rules take it,
 * scored once (see `first-sight.ts`), and then used to make the rules better; nothing was fitted to the last.
 */
export const PARTS = ['tuned', 'blind-1', 'blind-2', 'held-out', 'held-out-2', 'held-out-3', 'held-out-4'] as const
export type Part = (typeof PARTS)[number]

/** A mark that a sentence should have: "corrects T1", or what was elided ("elided code"). */
export interface Expected {
  /** Position of the message, from 1. */
  readonly turn: number
  readonly mark: string
  /** Words of the sentence, where the message has several. */
  readonly words: string
}

/** A short dialogue with every mark that it should get, and so with none where none is named. */
export interface Labelled {
  readonly id: string
  readonly part: Part
  readonly messages: readonly TranscriptMessage[]
  readonly expected: readonly Expected[]
}

interface Line {
  readonly id: string
  readonly part: Part
  /** "u: ..." or "a: ...". */
  readonly messages: readonly string[]
  /** "3 corrects T1 @ words of the sentence". */
  readonly marks: readonly string[]
}

/** All labelled dialogues. */
export function loadLabelled(): Labelled[] {
  const lines = readFileSync(new URL('labelled.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
  return lines.map((line) => {
    const { id, part, messages, marks } = JSON.parse(line) as Line
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
