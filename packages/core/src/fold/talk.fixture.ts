import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Conversation, WireFormat } from '../conversation.ts'
import { encodingOf } from '../tokens/encoding.ts'
import { messageTokens } from '../tokens/request-tokens.ts'
import { createMessageMemo } from '../wire/message-memo.ts'
import { readRequest } from '../wire/read-request.ts'
import { transcriptOf } from './conversation-transcript.ts'
import type { Transcript } from './transcript.ts'

/** One message as a client would send it, on either wire. */
export type WireMessage = { readonly role: string; readonly content: unknown; readonly [member: string]: unknown }

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
export const countTokens = (text: string): number => encodingOf('o200k').count(text)

const memo = createMessageMemo(64_000_000)

export function bodyOf(format: WireFormat, messages: readonly WireMessage[], model?: string): string {
  return format === 'openai-chat'
    ? JSON.stringify({ model: model ?? 'gpt-4o', messages })
    : JSON.stringify({ model: model ?? 'claude-sonnet-4-5', max_tokens: 100, messages })
}

export function conversationOf(format: WireFormat, messages: readonly WireMessage[], model?: string): Conversation {
  const result = readRequest(bodyOf(format, messages, model), format, { hash: sha256, memo })
  if (result.kind !== 'conversation') throw new Error(`not a conversation: ${result.kind}`)
  return result.conversation
}

const counted = new Map<string, number>()

export function transcript(conversation: Conversation): Transcript {
  return transcriptOf(conversation, (message) => {
    const known = counted.get(message.shape.key)
    if (known !== undefined) return known
    const tokens = messageTokens(conversation, message, encodingOf('o200k'))
    counted.set(message.shape.key, tokens)
    return tokens
  })
}

const NOUNS =
  'harbour invoice ledger turbine orchard lantern passport compiler violin glacier pharmacy satellite'.split(' ')
const VERBS = 'repaired ordered painted measured cancelled promised shipped compared inherited forgot'.split(' ')
const NAMES = 'Mara Tobias Ingrid Okonkwo Yusuf Leander'.split(' ')

const sentence = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(...VERBS),
    fc.constantFrom(...NOUNS),
    fc.nat(9999),
    fc.constantFrom('.', '!', '?'),
  )
  .map(
    ([name, verb, noun, figure, mark]) =>
      `I think that ${name} ${verb} the ${noun} number ${figure} with us yesterday${mark}`,
  )

const MOST_SENTENCES = 8

function proseUpTo(most: number): fc.Arbitrary<string> {
  return fc.array(sentence, { minLength: 1, maxLength: most }).map((sentences) => sentences.join(' '))
}

const prose = proseUpTo(MOST_SENTENCES)
const output = fc
  .array(fc.tuple(fc.constantFrom(...NOUNS), fc.nat(99999)), { minLength: 1, maxLength: 20 })
  .map((rows) => rows.map(([noun, id]) => `/srv/${noun}/item-${id}.json: ok`).join('\n'))

interface Exchange {
  readonly question: string
  readonly answer: string
  /** Output of the tools that the answer needed, one step of a tool loop each. */
  readonly steps: readonly string[]
  readonly thinks: boolean
  readonly shows: boolean
}

const exchange: fc.Arbitrary<Exchange> = fc.record({
  question: prose,
  answer: prose,
  steps: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(output, { maxLength: 3 }) },
  ),
  thinks: fc.boolean(),
  shows: fc.nat(5).map((chance) => chance === 0),
})

/** Examples that show the form of answers. Half of the talks have none. */
const examples = fc.array(
  fc.tuple(sentence, fc.constantFrom(...NOUNS), fc.nat(99)).map(([question, thing, number]) => ({
    question,
    answer: JSON.stringify({ thing, number }),
    steps: [],
    thinks: false,
    shows: false,
  })),
  { maxLength: 9 },
)

/** Rules with which a user may begin. Most talks have none. */
const rules: fc.Arbitrary<Exchange[]> = fc.nat(3).map((chance) => {
  const question = 'Never name the harbour. Only speak of the crane. Do not say how high it is. Always be brief.'
  return chance === 0 ? [{ question, answer: 'Aye.', steps: [], thinks: false, shows: false }] : []
})

/** Messages of whole conversations on one wire. Every request is a prefix that ends before an answer. */
export function talk(format: WireFormat, turns: { min: number; max: number }): fc.Arbitrary<WireMessage[]> {
  const exchanges = fc.array(exchange, { minLength: turns.min, maxLength: turns.max })
  const all = fc.tuple(rules, fc.oneof(fc.constant([]), examples), exchanges)
  return all.map(([first, shown, real]) => messagesOf(format, [...first, ...shown, ...real]))
}

/**
 * The same without rules, examples and pictures, so that all of it can be folded. `asked`: largest number of sentences
 * in a question. By default, the user says as much as the assistant.
 */
export function plainTalk(
  format: WireFormat,
  { min, max, asked = MOST_SENTENCES }: { min: number; max: number; asked?: number },
): fc.Arbitrary<WireMessage[]> {
  const asking = fc.tuple(exchange, proseUpTo(asked)).map(([each, question]) => ({ ...each, question }))
  const exchanges = fc.array(asking, { minLength: min, maxLength: max })
  return exchanges.map((all) =>
    messagesOf(
      format,
      all.map((each) => ({ ...each, shows: false })),
    ),
  )
}

function messagesOf(format: WireFormat, exchanges: readonly Exchange[]): WireMessage[] {
  const messages: WireMessage[] = format === 'openai-chat' ? [{ role: 'system', content: 'Be brief.' }] : []
  for (const [number, each] of exchanges.entries()) {
    if (format === 'openai-chat') pushChat(messages, each, number)
    else pushMessages(messages, each, number)
  }
  return messages
}

function pushChat(messages: WireMessage[], { question, answer, steps, shows }: Exchange, number: number): void {
  const picture = { type: 'image_url', image_url: { url: 'https://pictures.example/quay.png' } }
  messages.push({ role: 'user', content: shows ? [{ type: 'text', text: question }, picture] : question })
  for (const [step, text] of steps.entries()) {
    const id = `call_${number}_${step}`
    const call = { id, type: 'function', function: { name: 'list', arguments: '{"path":"/srv"}' } }
    messages.push(
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: text },
    )
  }
  messages.push({ role: 'assistant', content: answer })
}

function pushMessages(messages: WireMessage[], exchanged: Exchange, number: number): void {
  const { question, answer, steps, thinks, shows } = exchanged
  const picture = { type: 'image', source: { type: 'url', url: 'https://pictures.example/quay.png' } }
  messages.push({ role: 'user', content: shows ? [{ type: 'text', text: question }, picture] : question })
  const thinking = thinks ? [{ type: 'thinking', thinking: 'hm', signature: `s${number}` }] : []
  for (const [step, text] of steps.entries()) {
    const id = `toolu_${number}_${step}`
    messages.push(
      { role: 'assistant', content: [...thinking, { type: 'tool_use', id, name: 'list', input: { path: '/srv' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
    )
  }
  messages.push({ role: 'assistant', content: [...thinking, { type: 'text', text: answer }] })
}

/** The requests of a conversation: one for each answer. */
export function requestsOf(messages: readonly WireMessage[]): WireMessage[][] {
  const requests: WireMessage[][] = []
  for (const [index, { role }] of messages.entries()) {
    if (role === 'assistant' && index > 0) requests.push(messages.slice(0, index))
  }
  return requests
}
