import { NUMBER_MARK, type NumberedBody, numbered } from './requests.ts'
import { createWriter, type Writer } from './texts.ts'

/** One message of a chat request. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A conversation long enough to be folded: the system text, then alternating messages of user and assistant. */
export type Talk = readonly ChatMessage[]

const KB = 1000

/** A model whose window of a million tokens holds the longest conversation. Otherwise it would be folded to fit. */
const MODEL = 'gpt-4.1'

/** First messages of about 1 KB that share only a short system text. */
export function smallBodies(count: number, options: { stream?: boolean } = {}): NumberedBody[] {
  const writer = createWriter(1)
  return Array.from({ length: count }, () =>
    chatBody([systemMessage(240), user(`${NUMBER_MARK}. ${writer.question(560)}`)], options),
  )
}

/** Third turns of about 200 KB in which only the newest message is new. */
export function longBodies(count: number): NumberedBody[] {
  return Array.from({ length: count }, (_, i) => {
    const writer = createWriter(100 + i)
    const history = fewTurns(writer, '')
    return chatBody([...history, user(`${NUMBER_MARK}. ${writer.question(800)}`)])
  })
}

/** First turns of about 200 KB, whose only message is new: its tokens were never counted. */
export function newLongBodies(count: number): NumberedBody[] {
  return Array.from({ length: count }, (_, i) => {
    const writer = createWriter(200 + i)
    const pasted = user(`${NUMBER_MARK}. ${writer.answer(196 * KB)}`)
    return chatBody([systemMessage(2 * KB), pasted])
  })
}

function fewTurns(writer: Writer, mark: string): ChatMessage[] {
  return [
    systemMessage(6 * KB),
    user(mark + writer.answer(80 * KB)),
    assistant(writer.answer(12 * KB)),
    user(writer.answer(80 * KB)),
    assistant(writer.answer(18 * KB)),
  ]
}

/** A talk of a system text and `messages` messages, about `bytes` bytes in total, determined by the seed. */
export function talkOf({ seed, messages, bytes }: { seed: number; messages: number; bytes: number }): Talk {
  const writer = createWriter(10_000 + seed)
  // A user writes about a fifth of a conversation.
  const average = (bytes - 6 * KB) / messages
  const talk: ChatMessage[] = [systemMessage(5 * KB)]
  for (let i = 0; i < messages; i++) {
    talk.push(i % 2 === 0 ? user(writer.question(average * 0.4)) : assistant(writer.answer(average * 1.45)))
  }
  return talk
}

/** The request of a talk's turn: everything up to its user message number `turn`, from 1. */
export function turnBody(talk: Talk, turn: number): NumberedBody {
  return chatBody(talk.slice(0, 2 * turn))
}

/** Number of turns of a talk. */
export function turnsOf(talk: Talk): number {
  return Math.floor(talk.length / 2)
}

function chatBody(messages: readonly ChatMessage[], { stream = false } = {}): NumberedBody {
  return numbered({ model: MODEL, ...(stream && { stream: true }), messages })
}

function systemMessage(length: number): ChatMessage {
  return { role: 'system', content: createWriter(length).answer(length) }
}

function user(content: string): ChatMessage {
  return { role: 'user', content }
}

function assistant(content: string): ChatMessage {
  return { role: 'assistant', content }
}
