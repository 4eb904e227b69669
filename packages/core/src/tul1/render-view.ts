import { abridged, plain } from './abridge.ts'
import type { MessageFacts, SentenceFacts } from './message-facts.ts'
import type { PassageKind } from './passages.ts'
import type { TranscriptMessage } from './transcript-message.ts'

export interface Turn {
  readonly message: TranscriptMessage
  readonly facts: MessageFacts
  readonly chosen: ReadonlySet<number>
  /** Sentences that stand as they were said; the others are worded telegraphically. */
  readonly verbatim: ReadonlySet<number>
  /** Marks of each sentence, without brackets. */
  readonly marks: ReadonlyMap<number, readonly string[]>
  readonly count: (text: string) => number
}

/** Text left out is named with its size from so many tokens on; less is shown by an ellipsis, or the mark would cost more. */
const LEAST_ELISION = 40
/** What our own heads and marks look like; in what people wrote the brackets become round, so that nobody can forge one. */
const OWN_SIGNS =
  /\[(?=T\d+ \(|reported\]|uncertain\]|open\]|corrects T|corrected by T|contradicts T|answered in T|elided:)([^\]\n]*)\]/g

/** The block of one compressed turn: its head on a line, then one line that stands for what was said. */
export function renderTurn(turn: Turn, position: number): string {
  const parts: string[] = []
  turn.facts.sentences.forEach((sentence, i) => {
    if (!turn.chosen.has(i)) return
    const text = wording(turn, sentence, i)
    if (!text) return
    parts.push(text, ...(turn.marks.get(i) ?? []).map((mark) => `[${mark}]`))
  })
  parts.push(...elisions(turn))
  if (!parts.length) parts.push(turn.message.content.trim() ? '…' : '(empty)')
  return `[T${position} (${turn.message.role})]\n${parts.join(' ')}`
}

function wording(turn: Turn, sentence: SentenceFacts, index: number): string {
  const text = turn.message.content.slice(sentence.start, sentence.end)
  const worded = turn.verbatim.has(index) ? plain(text) : abridged(text) || plain(text)
  return worded.replace(OWN_SIGNS, '($1)')
}

function elisions(turn: Turn): string[] {
  const shown = new Map<PassageKind, number>()
  for (const i of turn.chosen) {
    const { kind, tokens } = turn.facts.sentences[i]!
    shown.set(kind, (shown.get(kind) ?? 0) + tokens)
  }
  const whole = new Map<PassageKind, number>()
  let machine = 0
  for (const passage of turn.facts.passages) {
    if (passage.kind === 'prose' || passage.kind === 'quote') continue
    const tokens = turn.count(turn.message.content.slice(passage.start, passage.end))
    machine += tokens
    whole.set(passage.kind, (whole.get(passage.kind) ?? 0) + tokens)
  }
  const marks: string[] = []
  for (const [kind, tokens] of whole)
    marks.push(`[elided: ${tokens - Math.min(tokens - 1, shown.get(kind) ?? 0)} tokens of ${kind}]`)
  const text = turn.facts.tokens - machine - (shown.get('prose') ?? 0) - (shown.get('quote') ?? 0)
  if (text >= LEAST_ELISION) marks.push(`[elided: ${text} tokens of text]`)
  return marks
}
