import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postChat, refusalOf } from './stand-in-client.ts'
import { type StandIn, startStandIn } from './start-stand-in.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn.close())

const user = { role: 'user', content: 'Hello' }
const call = {
  role: 'assistant',
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
}
const result = { role: 'tool', tool_call_id: 'c1', content: 'done' }

async function refusal(body: object): Promise<{ status: number; message: string }> {
  return refusalOf(await postChat(standIn, { model: 'gpt-stand-in', ...body }))
}

describe('chat completions refuse', () => {
  test.each([
    ['no messages', {}, "Missing required parameter: 'messages'."],
    ['messages of another type', { messages: 'x' }, "Invalid type for 'messages'"],
    ['no message', { messages: [] }, "Invalid 'messages': empty array."],
    ['a message that is not an object', { messages: [1] }, "Invalid type for 'messages[0]'"],
    ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, "Invalid value: 'robot'."],
    ['a user without content', { messages: [{ role: 'user', content: null }] }, "Invalid value for 'content'"],
    ['an assistant without anything', { messages: [{ role: 'assistant' }] }, "Invalid value for 'content'"],
    ['no parts', { messages: [{ role: 'user', content: [] }] }, "Invalid 'messages[0].content': empty array."],
    [
      'an image from a tool',
      { messages: [user, call, { ...result, content: [{ type: 'image_url', image_url: {} }] }] },
      "Invalid 'messages[2]'. Content blocks are expected",
    ],
    ['a result without a call', { messages: [user, result] }, "messages with role 'tool' must be a response"],
    [
      'a call without its result',
      { messages: [user, call] },
      "An assistant message with 'tool_calls' must be followed",
    ],
    ['a message between both', { messages: [user, call, user, result] }, 'must be followed by tool messages'],
    [
      'a result given twice',
      { messages: [user, call, result, result] },
      "messages with role 'tool' must be a response",
    ],
    ['JSON mode without the word', { messages: [user], response_format: { type: 'json_object' } }, "the word 'json'"],
    ['stream options without a stream', { messages: [user], stream_options: {} }, "'stream_options' parameter"],
  ])('%s', async (_name, body, message) => {
    expect(await refusal(body)).toEqual({ status: 400, message: expect.stringContaining(message) })
  })

  test('a body without a model', async () => {
    const { status, message } = await refusalOf(await postChat(standIn, { messages: [user] }))
    expect([status, message]).toEqual([400, 'you must provide a model parameter'])
  })
})

describe('chat completions accept', () => {
  test.each([
    ['a question', [user]],
    ['instructions and several messages of one role', [{ role: 'developer', content: 'Be brief.' }, user, user]],
    ['calls with their results', [user, call, result, { role: 'assistant', content: 'Done.' }, user]],
    [
      'an image',
      [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] }],
    ],
  ])('%s', async (_name, messages) => {
    expect(await refusal({ messages })).toEqual({ status: 200, message: '' })
  })
})

describe('a request to the stand-in provider', () => {
  test('needs the right key and a known path', async () => {
    const messages = [user]
    const without = await postChat(standIn, { messages }, { authorization: '' })
    expect(await refusalOf(without)).toEqual({
      status: 401,
      message: expect.stringContaining("didn't provide an API key"),
    })
    const wrong = await postChat(standIn, { messages }, { authorization: 'Bearer sk-wrong-0123456789' })
    expect(await refusalOf(wrong)).toEqual({
      status: 401,
      message: expect.stringContaining('Incorrect API key provided'),
    })
    const headers = { authorization: `Bearer sk-stand-in-openai-0123456789` }
    const unknown = await fetch(`${standIn.url}/v1/engines`, { headers })
    expect(await refusalOf(unknown)).toEqual({ status: 404, message: 'Invalid URL (GET /v1/engines)' })
    const method = await fetch(`${standIn.url}/v1/chat/completions`, { headers })
    expect(method.status).toBe(405)
  })

  test('is refused with indented JSON of all four error fields', async () => {
    const text = await (await postChat(standIn, { model: 'm' })).text()
    expect(text).toMatch(/^\{\n {4}"error": \{/)
    expect(Object.keys((JSON.parse(text) as { error: object }).error)).toEqual(['message', 'type', 'param', 'code'])
  })
})
