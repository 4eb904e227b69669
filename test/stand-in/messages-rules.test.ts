import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postMessages, refusalOf } from './stand-in-client.ts'
import { type StandIn, startStandIn } from './start-stand-in.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn.close())

const user = { role: 'user', content: 'Hello' }
const answer = { role: 'assistant', content: 'Hi.' }
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] }
const resultBlock = { type: 'tool_result', tool_use_id: 't1', content: 'done' }
const result = { role: 'user', content: [resultBlock] }
const marked = (ttl?: string) => ({
  type: 'text',
  text: 'x',
  cache_control: { type: 'ephemeral', ...(ttl && { ttl }) },
})

async function refusal(body: object, headers = {}): Promise<{ status: number; message: string }> {
  const whole = { model: 'claude-sonnet-4-5', max_tokens: 100, ...body }
  return refusalOf(await postMessages(standIn, whole, headers))
}

describe('the messages API refuses', () => {
  test.each([
    ['no max_tokens', { max_tokens: undefined, messages: [user] }, 'max_tokens: Field required'],
    ['no messages', {}, 'messages: Field required'],
    ['no message', { messages: [] }, 'messages: at least one message is required'],
    ['an unknown role', { messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.role: Input should be'],
    ['an answer first', { messages: [answer, user] }, 'messages: first message must use the "user" role'],
    ['a message without content', { messages: [{ role: 'user' }] }, 'messages.0.content: Field required'],
    [
      'empty content',
      { messages: [user, answer, { role: 'user', content: '' }] },
      'messages.2: all messages must have',
    ],
    [
      'empty text',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'text content blocks must be non-empty',
    ],
    [
      'a block of an unknown type',
      { messages: [{ role: 'user', content: [{ type: 'riddle' }] }] },
      "messages.0.content.0: Input tag 'riddle' found",
    ],
    ['a call without its result', { messages: [user, call, user] }, 'messages.1: `tool_use` ids were found without'],
    ['a call at the end', { messages: [user, call] }, '`tool_use` ids were found without `tool_result` blocks'],
    [
      'a result after a text',
      { messages: [user, call, { role: 'user', content: [{ type: 'text', text: 'So:' }, resultBlock] }] },
      '`tool_use` ids were found without `tool_result` blocks immediately after: t1',
    ],
    ['a text message before the result', { messages: [user, call, user, result] }, 'ids were found without'],
    ['a result without a call', { messages: [user, answer, result] }, 'unexpected `tool_use_id` found'],
    [
      'two results of one call',
      { messages: [user, call, { role: 'user', content: [resultBlock, resultBlock] }] },
      'each tool_use must have a single result',
    ],
    [
      'one id for two calls',
      { messages: [user, call, result, call, result] },
      'messages: `tool_use` ids must be unique',
    ],
    [
      'five breakpoints',
      { messages: [{ role: 'user', content: Array.from({ length: 5 }, () => marked()) }] },
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    [
      'a long breakpoint after a short one',
      { system: [marked()], messages: [{ role: 'user', content: [marked('1h')] }] },
      "a ttl='1h' cache_control block must not come after a ttl='5m'",
    ],
    [
      'a prefilled answer that ends with white space',
      { messages: [user, { role: 'assistant', content: 'So ' }] },
      'final assistant content cannot end with trailing whitespace',
    ],
    [
      'a prefilled answer, on newer models',
      { model: 'claude-opus-5', messages: [user, answer] },
      'does not support assistant message prefill',
    ],
    [
      'instructions between call and result',
      { messages: [user, call, { role: 'system', content: 'x' }, result] },
      '`system` messages must follow a user turn',
    ],
  ])('%s', async (_name, body, message) => {
    expect(await refusal(body)).toEqual({ status: 400, message: expect.stringContaining(message) })
  })

  test('a request without a version, with a wrong key or an unknown path', async () => {
    const body = { messages: [user] }
    expect(await refusal(body, { 'x-api-key': 'wrong' })).toEqual({ status: 401, message: 'invalid x-api-key' })
    const headers = { 'x-api-key': 'sk-ant-stand-in-0123456789' }
    const noVersion = await fetch(`${standIn.url}/v1/messages`, { method: 'POST', headers, body: '{}' })
    expect(await refusalOf(noVersion)).toEqual({ status: 400, message: 'anthropic-version: header is required' })
    const unknown = await fetch(`${standIn.url}/v1/messages/x`, { headers: { ...headers, 'anthropic-version': '1' } })
    expect(await refusalOf(unknown)).toEqual({ status: 404, message: 'Not found' })
  })

  test('a field that the newest version of the API has dropped', async () => {
    const version = { 'anthropic-version': '2026-10-21' }
    const body = { messages: [user], temperature: 0.5 }
    expect(await refusal(body, version)).toEqual({
      status: 400,
      message: 'temperature: Extra inputs are not permitted',
    })
    expect((await refusal(body)).status).toBe(200)
  })
})

describe('the messages API accepts', () => {
  test.each([
    ['messages of one role in a row', { messages: [user, user, answer, user] }],
    [
      'results before text',
      { messages: [user, call, { role: 'user', content: [resultBlock, { type: 'text', text: 'Go on.' }] }] },
    ],
    ['results and text in two messages', { messages: [user, call, result, user] }],
    ['a prefilled answer, on older models', { messages: [user, { role: 'assistant', content: 'So' }] }],
    [
      'four breakpoints, the long one first',
      { system: [marked('1h')], messages: [{ role: 'user', content: [marked(), marked(), marked()] }] },
    ],
    ['instructions after a question', { messages: [user, { role: 'system', content: 'x' }, answer, user] }],
  ])('%s', async (_name, body) => {
    expect(await refusal(body)).toEqual({ status: 200, message: '' })
  })
})
