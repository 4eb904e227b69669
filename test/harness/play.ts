import type { RecordedRequest } from '../stand-in/recorded-request.ts'
import type { StandIn } from '../stand-in/start-stand-in.ts'
import type { Dialogue } from './dialogue.ts'
import { type Savings, savingsIn } from './savings.ts'
import { HISTORY_FIELDS, post, type Wire, type WireResponse } from './wire.ts'

/** One turn as sent by the client and as received by the provider. */
export interface PlayedTurn {
  readonly response: WireResponse
  readonly savings: Savings
  /** The body that the client sent. */
  readonly given: string
  /** Requests that the provider received for this turn, the last attempt last. */
  readonly sent: readonly RecordedRequest[]
}

export interface PlayOptions {
  readonly wire: Wire
  /** Base address of the server; asked before every turn, since a restart changes it. */
  readonly base: () => string
  readonly key: string
  readonly standIn: StandIn
  readonly dialogue: Dialogue
  readonly turns: number
  /** Messages before the first turn. */
  readonly before?: readonly object[]
  readonly fields?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly beforeTurn?: (turn: number) => Promise<void>
}

/**
 * Plays a conversation turn by turn, as a client that sends its whole history each time. The messages are the last
 * member of each body, so that a body without its last two characters is a prefix of the next.
 */
export async function play(options: PlayOptions): Promise<PlayedTurn[]> {
  const { wire, standIn, dialogue, turns, fields, headers = {} } = options
  const messages: object[] = [...(options.before ?? [])]
  const played: PlayedTurn[] = []
  for (let turn = 1; turn <= turns; turn++) {
    await options.beforeTurn?.(turn)
    messages.push({ role: 'user', content: dialogue.question(turn) })
    const given = JSON.stringify({ ...modelFields(wire), ...fields, [HISTORY_FIELDS[wire]]: messages })
    const already = standIn.requests.length
    const response = await post(options.base(), wire, { key: options.key, body: given, headers })
    played.push({ response, given, savings: savingsIn(response.headers), sent: standIn.requests.slice(already) })
    messages.push({ role: 'assistant', content: dialogue.answer(turn) })
  }
  return played
}

/** The fields that a body needs in addition to the messages. */
export function modelFields(wire: Wire): object {
  return wire === 'anthropic' ? { model: 'claude-sonnet-4-5', max_tokens: 1000 } : { model: 'gpt-4o' }
}

/** Turns, from 1, whose request does not start with the bytes of the previous one, because a fold changed them. */
export function turnsThatMoved(played: readonly PlayedTurn[]): number[] {
  const moved: number[] = []
  for (const [index, { sent }] of played.entries()) {
    const previous = played[index - 1]?.sent[0]?.body.toString('utf8').slice(0, -2)
    if (previous !== undefined && !sent[0]!.body.toString('utf8').startsWith(previous)) moved.push(index + 1)
  }
  return moved
}

/** The script of a stand-in that answers each turn of a dialogue. */
export function answerFrom(dialogue: Dialogue, extra: object = {}): () => { text: string } {
  let turn = 0
  return () => ({ text: dialogue.answer(++turn), ...extra })
}
