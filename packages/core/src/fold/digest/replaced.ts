import { ownCopy } from '../../own-copy.ts'
import { createCorrections, observe } from '../../tags/corrections.ts'
import { fragmentsOf } from '../../words/fragments.ts'
import { telegraphic } from '../../words/wording.ts'
import { type Mark, notMark, nowMark } from '../record/marks.ts'
import type { Entry } from '../record/record.ts'
import type { Speaker } from '../record/speaker.ts'
import type { FoldState } from '../state.ts'
import type { Transcript } from '../transcript.ts'
import { noteRefused } from './refused.ts'
import { addReplaced, messageOf, type Place, type ReplacedMemory, replacedIn } from './replaced-memory.ts'

/** Sentences with values in which a correction may find what it corrects. What is further back is hardly ever meant. */
const MOST_CLAIMS = 24
/** Longer messages are looked at neither for what they correct nor for what is corrected. */
const MOST_SENTENCES = 10

/** What a mark of a replaced value begins with. */
const NOT_MARK = '[not '
/** A value stands in a sentence of at most 400 characters. */
const LONGEST_MARK = 500

/** Takes in what was said in message `index`, the next one, and notes what it replaces. Tools correct nobody. */
export function noteReplaced(transcript: Transcript, state: FoldState, index: number): void {
  const memory = state.replaced
  const { sentences, claims } = memory
  memory.starts.push(sentences)
  const role = transcript.roleOf(index)
  if (role === 'assistant') memory.answer = index
  if (role === 'system' || role === 'tool') return
  const written = saidIn(transcript, index)
  if (written.length > MOST_SENTENCES) return
  const said = written.map(ownCopy)
  // A vocabulary of its own for each message: that of a whole session takes as much memory as everything else.
  const corrections = { ...createCorrections(), sentences, claims }
  for (const { oldText, newText, sentence, correctedSentence } of observe(corrections, {
    turn: state.turn,
    role,
    sentences: said,
  })) {
    const old = { ...placeOf(memory, correctedSentence), text: oldText }
    addReplaced(memory, { old, now: { ...placeOf(memory, sentence), text: newText } })
  }
  memory.sentences = corrections.sentences
  memory.claims = corrections.claims.slice(-MOST_CLAIMS)
  if (role === 'user') noteRefused(state, index, said)
}

function placeOf(memory: ReplacedMemory, sentence: number): Place {
  const message = messageOf(memory, sentence)
  return { message, fragment: sentence - memory.starts[message]! }
}

/**
 * Marks behind a sentence (of the whole message without `fragment`): `[now 12U: 2024-05-07]` where it was replaced, and
 * `[not 3U: 2024-05-06]` where it replaces. None where neither is so.
 */
export function replacedMarks(state: FoldState, message: number, fragment?: number): Mark[] {
  const marks: Mark[] = []
  for (const { old, now } of replacedIn(state.replaced, message)) {
    const isIn = (place: Place) => place.message === message && (fragment === undefined || place.fragment === fragment)
    if (isIn(old)) marks.push(nowMark(speakerAt(state, now), now.text))
    if (isIn(now)) marks.push(notMark(speakerAt(state, old), old.text))
  }
  return marks
}

/** What messages `[from, to)` replace but `text` does not say: an entry for each, so that no old value stands alone. */
export function missingReplacements(
  { transcript, state }: { readonly transcript: Transcript; readonly state: FoldState },
  { from, to }: { from: number; to: number },
  text: string,
): Entry[] {
  const entries: Entry[] = []
  const said = notMarksIn(text)
  for (let message = from; message < to; message++) {
    for (const { old, now } of replacedIn(state.replaced, message)) {
      const mark = notMark(speakerAt(state, old), old.text)
      if (now.message !== message || said.has(toBracket(mark, 0))) continue
      const sentence = saidIn(transcript, message)[now.fragment] ?? now.text
      const speaker = { ...speakerAt(state, now), name: transcript.nameOf(message) }
      entries.push({ speaker, content: [{ text: telegraphic(sentence) }, mark] })
    }
  }
  return entries
}

/** The marks of replaced values in a text, each up to its first closing bracket. */
function notMarksIn(text: string): Set<string> {
  const marks = new Set<string>()
  for (let at = text.indexOf(NOT_MARK); at >= 0; at = text.indexOf(NOT_MARK, at + 1)) marks.add(toBracket(text, at))
  return marks
}

function toBracket(text: string, from: number): string {
  const mark = text.slice(from, from + LONGEST_MARK)
  return mark.slice(0, mark.indexOf(']') + 1)
}

/** The sentences of what was said in message `index`. */
function saidIn(transcript: Transcript, index: number): string[] {
  return transcript
    .piecesOf(index)
    .flatMap((piece) => (piece.kind === 'said' ? fragmentsOf(piece.text).map(({ text }) => text) : []))
}

function speakerAt(state: FoldState, { message }: Place): Speaker {
  return { turn: state.turns[message]!, role: state.roles[message]! }
}
