import type { WireMessage } from '../quality/recordings.ts'
import { LINE_HEAD, RECORD_START } from './record-form.ts'
import type { Speaker } from './talk.ts'
import { textsOf } from './wire.ts'

/** One line of a sent request. */
export interface SentLine {
  readonly text: string
  readonly speaker: Speaker | 'system'
  /** Turn of the conversation in which the line was said. */
  readonly turn: number
  /** The place of the line: an unchanged message, or a record of earlier messages. */
  readonly place: 'message' | 'record'
}

const SPEAKERS: Readonly<Record<string, SentLine['speaker']>> = { U: 'user', A: 'assistant', T: 'tool', S: 'system' }

/**
 * The lines of `sent`, in order, each with its speaker and its turn in the conversation `original`. The newest message's
 * question is omitted: it cannot be its own evidence.
 */
export function linesOfRequest(sent: readonly WireMessage[], original: readonly WireMessage[]): readonly SentLine[] {
  const turns = turnsOf(original)
  const ask = original.at(-1)?.content
  const newest = sent.length - 1
  const places = matchMessages(sent, original)
  return sent.flatMap((message, index) =>
    textsOf(message).flatMap(({ speaker, text }) => {
      const shown =
        index === newest && typeof ask === 'string' && text.endsWith(ask) ? text.slice(0, -ask.length) : text
      const turn = turns[places[index]!]!
      return RECORD_START.test(shown) ? recordLines(shown) : plainLines(shown, { speaker, turn })
    }),
  )
}

/** The turn of each message: assistant messages before it, and one. */
export function turnsOf(messages: readonly WireMessage[]): readonly number[] {
  let turn = 1
  return messages.map(({ role }) => (role === 'assistant' ? turn++ : turn))
}

/** The index of each sent message in `original`, in order. Of equal messages, the newest one is meant. */
function matchMessages(sent: readonly WireMessage[], original: readonly WireMessage[]): readonly number[] {
  const keys = original.map(keyOf)
  let next = original.length
  const places = sent.toReversed().map((message) => {
    const found = next > 0 ? keys.lastIndexOf(keyOf(message), next - 1) : -1
    if (found >= 0) next = found
    return found >= 0 ? found : Math.max(0, next - 1)
  })
  return places.toReversed()
}

function keyOf({ role, content, tool_calls }: WireMessage): string {
  return JSON.stringify([role, content ?? null, tool_calls ?? null])
}

function plainLines(text: string, of: Pick<SentLine, 'speaker' | 'turn'>): readonly SentLine[] {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.map((line) => ({ ...of, text: line, place: 'message' as const }))
}

/** Lines of a record. A line without a head belongs to the previous speaker. */
function recordLines(text: string): readonly SentLine[] {
  let of: Pick<SentLine, 'speaker' | 'turn'> | undefined
  return text.split('\n').flatMap((line) => {
    if (!line.trim() || RECORD_START.test(line)) return []
    const head = LINE_HEAD.exec(line)
    if (head) of = { turn: Number(head[1]), speaker: SPEAKERS[head[2]!]! }
    const said = head ? line.slice(head[0].length) : line.replace(/^ /, '')
    return of && said.trim() ? [{ ...of, text: said, place: 'record' as const }] : []
  })
}
