import { ownCopy } from '../../own-copy.ts'
import { telegraphic } from '../../text/telegraphic.ts'
import { estimator } from '../density.ts'
import { type Entry, type Quote, recordText } from '../record/record.ts'
import type { Excerpt, FoldState } from '../state.ts'
import { saidIn, type Transcript } from '../transcript.ts'
import { condense } from './condense.ts'
import type { Given } from './leaning.ts'

/** The best so many messages are given word for word, as far as they are short. */
const VERBATIM_MESSAGES = 24
const VERBATIM_TOKENS = { user: 400, other: 160 }
/** Messages above this are condensed to what covers most of their content words; above the second number, left out. */
const WORDED_TOKENS = 160
export const LONGEST_TOKENS = 2200
const COVERAGE = 0.86
/** A recall ends when so many messages in a row did not fit. */
const MOST_MISFITS = 6
/** Excerpts remembered per session: what two large recalls hold, some 130 KB where messages are long. */
const MOST_EXCERPTS = 160

interface Source {
  readonly transcript: Transcript
  readonly state: FoldState
}

/** What a recall is to hold: the best by these scores in `room` tokens, and what is given of some messages beside them. */
export interface RecallWish {
  readonly scores: Float64Array
  readonly room: number
  readonly given: readonly Given[]
}

/** The recall of folded messages; undefined when nothing fits. */
export function composeRecall(source: Source, { scores, room, given }: RecallWish): string | undefined {
  const { state } = source
  const order: number[] = []
  for (let i = 0; i < scores.length; i++) if (scores[i]! > 0) order.push(i)
  order.sort((a, b) => scores[b]! - scores[a]! || a - b)
  const lines = new Map<number, readonly Entry[]>()
  const parts = new Map<number, string>()
  for (const { index, text, isPart } of given) {
    if (isPart) parts.set(index, text)
    else if (!lines.has(index)) lines.set(index, entryOf(source, index, [text]))
  }
  let left = room
  let misfits = 0
  for (const offset of order) {
    if (left < 8 || misfits >= MOST_MISFITS) break
    const index = state.lead + offset
    if (lines.has(index) || state.standing.has(index)) continue
    // Beside the best, what the reader has in a digest already only takes the room of what he has not.
    const isBest = lines.size - given.length < VERBATIM_MESSAGES
    if (!isBest && state.whole.has(index)) continue
    const excerpt = excerptOf(source, index, { room: left, isBest })
    if (!excerpt || excerpt.tokens > left) {
      misfits++
      continue
    }
    misfits = 0
    const part = parts.get(index)
    parts.delete(index)
    lines.set(index, entryOf(source, index, part === undefined ? [excerpt.text] : [part, excerpt.text]))
    left -= excerpt.tokens
  }
  for (const [index, text] of parts) if (!lines.has(index)) lines.set(index, entryOf(source, index, [text]))
  if (!lines.size) return undefined
  const entries = [...lines].sort((a, b) => a[0] - b[0]).flatMap(([, each]) => each)
  return recordText('recall', entries)
}

/** Parts of what was said in message `index`, as they were said. */
function entryOf({ transcript, state }: Source, index: number, texts: readonly string[]): readonly Entry[] {
  const speaker = { turn: state.turns[index]!, role: transcript.roleOf(index), name: transcript.nameOf(index) }
  const quotes = texts.map((text): Quote => ({ text, joint: ' … ', isVerbatim: true }))
  return [{ speaker, content: quotes }]
}

/** Tokens of number, speaker and line break. */
export const LINE_TOKENS = 4

function excerptOf(source: Source, index: number, wish: { room: number; isBest: boolean }): Excerpt | undefined {
  const { transcript, state } = source
  const tokens = state.tokens[index]!
  // Wording needs at least a third of a message's tokens: what cannot fit is not even worded.
  if (tokens > LONGEST_TOKENS || tokens > 3 * wish.room) return undefined
  const limit = transcript.roleOf(index) === 'user' ? VERBATIM_TOKENS.user : VERBATIM_TOKENS.other
  if (wish.isBest && tokens <= limit) {
    const text = saidIn(transcript, index)
    return text ? { text, tokens } : undefined
  }
  const known = state.excerpts.get(index)
  if (known) return known.text ? known : undefined
  const excerpt = wordedExcerpt(source, index)
  if (state.excerpts.size >= MOST_EXCERPTS) state.excerpts.clear()
  state.excerpts.set(index, { ...excerpt, text: ownCopy(excerpt.text) })
  return excerpt.text ? excerpt : undefined
}

function wordedExcerpt({ transcript, state }: Source, index: number): Excerpt {
  const said = saidIn(transcript, index)
  const text = state.tokens[index]! <= WORDED_TOKENS ? telegraphic(said) : condense(said, COVERAGE)
  return { text, tokens: estimator(state, index, transcript.piecesOf(index))(text) + LINE_TOKENS }
}
