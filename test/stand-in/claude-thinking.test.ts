import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postMessages, refusalOf } from './stand-in-client.ts'
import { type StandIn, startStandIn } from './start-stand-in.ts'

interface Block {
  readonly type: string
  readonly [field: string]: unknown
}
interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
}

let standIn: StandIn
beforeAll(async () => {
  standIn = await startStandIn({
    answer: (_kind, { messages }) => {
      const last = (messages as Message[]).at(-1)!
      const isAsked = JSON.stringify(last.content).includes('use the tool')
      const toolCalls = isAsked ? [{ name: 'look', input: { at: 1 } }] : []
      return { thinking: `About ${(messages as Message[]).length}.`, text: 'So be it.', toolCalls }
    },
  })
})
afterAll(() => standIn.close())

const BOUND = 'claude-opus-5-5'
const MISMATCH = 'The block is bound to a different conversation.'

function request(messages: readonly Message[], fields: object = {}): object {
  return { model: BOUND, max_tokens: 5000, thinking: { type: 'adaptive' }, system: 'Be kind.', messages, ...fields }
}

async function ask(messages: readonly Message[], fields?: object): Promise<Message> {
  const response = await postMessages(standIn, request(messages, fields))
  const { role, content } = (await response.json()) as Message
  return { role, content }
}

async function refused(messages: readonly Message[], fields?: object): Promise<string> {
  return (await refusalOf(await postMessages(standIn, request(messages, fields)))).message
}

const say = (content: string): Message => ({ role: 'user', content })

async function threeTurns(fields?: object): Promise<Message[]> {
  const messages: Message[] = []
  for (const text of ['One.', 'Two.', 'Three.']) {
    messages.push(say(text))
    messages.push(await ask(messages, fields))
  }
  return [...messages, say('Four.')]
}

function withoutThinking(messages: readonly Message[], ...places: number[]): Message[] {
  return messages.map((message, index) => {
    if (!places.includes(index) || typeof message.content === 'string') return message
    return { ...message, content: message.content.filter(({ type }) => type !== 'thinking') }
  })
}

describe('thinking on a model that binds it', () => {
  test('is accepted after its original prefix, with any cache breakpoints', async () => {
    const messages = await threeTurns()
    expect(await refused(messages)).toBe('')
    const content = [{ type: 'text', text: 'One.', cache_control: { type: 'ephemeral' } }]
    expect(await refused([{ role: 'user', content }, ...messages.slice(1)])).toBe('')
  })

  test('is refused after any other prefix', async () => {
    const messages = await threeTurns()
    const message = await refused([say('One!'), ...messages.slice(1)])
    expect(message).toBe(
      'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. ' +
        'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    )
    expect(await refused(messages.slice(2))).toContain(MISMATCH)
    expect(await refused(messages, { system: 'Be strict.' })).toContain(MISMATCH)
    expect(await refused(messages, { tools: [{ name: 'x' }] })).toContain(MISMATCH)
  })

  test('may be omitted completely, from the start or from the end, but not from the middle', async () => {
    const messages = await threeTurns()
    expect(await refused(withoutThinking(messages, 1, 3, 5))).toBe('')
    expect(await refused(withoutThinking(messages, 1))).toBe('')
    expect(await refused(withoutThinking(messages, 1, 3))).toBe('')
    expect(await refused(withoutThinking(messages, 5))).toBe('')
    expect(await refused(withoutThinking(messages, 3))).toContain('messages.5.content.0')
  })

  test('is refused in later requests once it was omitted', async () => {
    const messages = await threeTurns()
    const answer = await ask(withoutThinking(messages, 1, 3, 5))
    const next = [...messages, answer, say('Five.')]
    expect(await refused(withoutThinking(next, 1, 3, 5))).toBe('')
    expect(await refused(next)).toContain(MISMATCH)
  })
})

describe('thinking on any model', () => {
  test('is refused after a change', async () => {
    const fields = { model: 'claude-sonnet-4-5' }
    const messages = await threeTurns(fields)
    const [thinking, ...rest] = messages[1]!.content as readonly Block[]
    const changed = { role: 'assistant', content: [{ ...thinking!, thinking: 'Else.' }, ...rest] }
    expect(await refused([messages[0]!, changed, ...messages.slice(2)], fields)).toMatch(
      /^messages\.1\.content\.0: Invalid `signature` in `thinking` block$/,
    )
    expect(await refused([say('One!'), ...messages.slice(1)], fields)).toBe('')
  })

  test('is required in an open tool loop', async () => {
    const question = say('Please use the tool.')
    const called = await ask([question])
    const call = (called.content as readonly Block[]).find(({ type }) => type === 'tool_use')!
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'Seen.' }] }
    expect(await refused([question, called, result])).toBe('')
    const stripped = withoutThinking([question, called, result], 1)
    expect(await refused(stripped)).toContain('blocks in the latest assistant message cannot be modified')
    const closed = [...stripped, { role: 'assistant', content: 'Done.' }, say('And now?')]
    expect(await refused(closed)).toBe('')
  })
})
