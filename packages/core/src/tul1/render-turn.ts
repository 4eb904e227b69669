import { ownCopy } from '../own-copy.ts'
import { abridged, plain } from './abridge.ts'
import { type Mark, markText } from './marks/mark.ts'
import type { MessageFacts, SentenceFacts } from './message-facts.ts'
import type { TranscriptMessage } from './transcript-message.ts'

export interface Turn {
  readonly message: TranscriptMessage
  readonly facts: MessageFacts
  readonly chosen: ReadonlySet<number>
  /** Sentences that stand as they were said; the others are worded telegraphically. */
  readonly verbatim: ReadonlySet<number>
  readonly marks: ReadonlyMap<number, readonly Mark[]>
}

/** Text left out is named with its size from so many tokens on; less is shown by an ellipsis, or the mark would cost more. */
const LEAST_ELISION = 40
const LEAST_ELLIPSIS = 12
const FENCE_TOKENS = 9
/** What our own heads and marks look like; in what people wrote the brackets become round, so that nobody can forge one. */
const OWN_SIGNS =
  /\[(?=T\d+ \(|reported\]|uncertain\]|open\]|corrects T|corrected by T|contradicts T|answered in T|elided:)([^\]]*)\]?/g

/** The block of one compressed turn: its head on a line, then one line that stands for what was said. */
export function renderTurn(turn: Turn, position: number): string {
  const parts: string[] = []
  turn.facts.sentences.forEach((sentence, i) => {
    if (!turn.chosen.has(i)) return
    const text = wording(turn, sentence, i)
    if (text) parts.push(text, ...(turn.marks.get(i) ?? []).map((mark) => `[${markText(mark)}]`))
  })
  parts.push(...elisions(turn))
  if (!parts.length) parts.push(turn.message.content.trim() ? '…' : '(empty)')
  return `[T${position} (${turn.message.role})]\n${parts.join(' ')}`
}

function wording(turn: Turn, sentence: SentenceFacts, index: number): string {
  const text = turn.message.content.slice(sentence.start, sentence.end)
  // Code and tables mean what they mean sign by sign.
  if (sentence.kind !== 'prose' && sentence.kind !== 'quote')
    return text.replace(/\s+/g, ' ').replace(OWN_SIGNS, '($1)')
  return (turn.verbatim.has(index) ? plain(text) : shortened(turn, text, index)).replace(OWN_SIGNS, '($1)')
}

function shortened(turn: Turn, text: string, index: number): string {
  const known = turn.facts.worded.get(index)
  if (known !== undefined) return known
  const worded = abridged(text) || plain(text)
  turn.facts.worded.set(index, ownCopy(worded))
  return worded
}

/** What was left out, by kind, in tokens. */
function elisions(turn: Turn): string[] {
  const shown = new Map<string, number>()
  for (const i of turn.chosen) {
    const { kind, tokens } = turn.facts.sentences[i]!
    shown.set(kind, (shown.get(kind) ?? 0) + tokens)
  }
  const marks: string[] = []
  let machine = 0
  for (const [kind, tokens] of turn.facts.machineTokens) {
    machine += tokens
    const left = tokens - (shown.get(kind) ?? 0)
    // Of a passage that is shown whole nothing but its fence is left.
    if (!shown.has(kind) || left > FENCE_TOKENS) marks.push(`[elided: ${Math.max(1, left)} tokens of ${kind}]`)
  }
  const text = turn.facts.tokens - machine - (shown.get('prose') ?? 0) - (shown.get('quote') ?? 0)
  if (text >= LEAST_ELISION) marks.push(`[elided: ${text} tokens of text]`)
  else if (text >= LEAST_ELLIPSIS) marks.unshift('…')
  return marks
}
