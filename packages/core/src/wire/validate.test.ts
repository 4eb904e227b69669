import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bodyOf } from '../../test/wire-bodies.ts'
import { findProblem } from './validate.ts'

/** Not shipped with the repository; the test that needs it is skipped without it. */
const RECORDED = new URL('../../../../../shared/cassettes/pairs.jsonl.gz', import.meta.url)

const chat = (messages: unknown, extra: Record<string, unknown> = {}) =>
  findProblem('openai-chat', bodyOf(messages, extra))
const messages = (list: unknown, extra: Record<string, unknown> = {}) =>
  findProblem('anthropic-messages', bodyOf(list, extra))

const user = { role: 'user', content: 'a' }
const assistant = { role: 'assistant', content: 'b' }
const system = { role: 'system', content: 'c' }

describe('on the chat and the messages wire', () => {
  test('a plain conversation has no problem', () => {
    expect(chat([system, user, assistant, user])).toBeUndefined()
    expect(chat([system, assistant, user])).toBeUndefined()
    expect(messages([user, assistant, user])).toBeUndefined()
  })

  test.each(['{', '[]', '{"messages":[]}', '{"messages":5}', '{"messages":[null]}', '{"messages":[[]]}'])(
    '%s has a problem',
    (body) => {
      expect(findProblem('openai-chat', body)).toEqual(expect.any(String))
      expect(findProblem('anthropic-messages', body)).toEqual(expect.any(String))
    },
  )

  test('no message text is quoted', () => {
    const secret = 'XYZZY'
    const bad = [{ role: secret, content: secret }]
    expect(`${chat(bad)}${messages([user, ...bad])}`).not.toContain(secret)
  })
})

describe('on the chat wire', () => {
  const call = (...ids: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
  })
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'r' })

  test('parallel tool calls and the deprecated function call have no problem if they are answered', () => {
    expect(chat([user, call('1', '2'), result('2'), result('1'), assistant])).toBeUndefined()
    expect(
      chat([user, { role: 'assistant', function_call: {} }, { role: 'function', name: 'f', content: null }]),
    ).toBeUndefined()
    // Ids of earlier turns may be reused: some providers count from 0 in every turn.
    expect(chat([user, call('1'), result('1'), user, call('1'), result('1')])).toBeUndefined()
  })

  const broken: readonly (readonly [string, unknown[]])[] = [
    ['a call that is not answered', [user, call('1', '2'), result('1'), user]],
    ['a call not answered at the end', [user, call('1')]],
    ['a result without a call', [user, result('1')]],
    ['a result after another message', [user, call('1'), user, result('1')]],
    ['a call answered twice', [user, call('1'), result('1'), result('1')]],
    ['two calls of one id', [user, call('1', '1'), result('1')]],
    ['a function result without a call', [user, { role: 'function', name: 'f', content: 'r' }]],
    ['an unknown role', [{ role: 'critic', content: 'a' }]],
    ['content that is null', [{ role: 'user', content: null }]],
    ['an assistant message without content', [user, { role: 'assistant', content: null, tool_calls: [] }]],
    ['an empty array', [{ role: 'user', content: [] }]],
    ['a part without a type', [{ role: 'user', content: [{ text: 'a' }] }]],
    ['a text part without text', [{ role: 'user', content: [{ type: 'text' }] }]],
  ]

  test.each(broken)('%s is a problem', (_, list) => {
    expect(chat(list)).toEqual(expect.any(String))
  })

  test('json_object requires the word JSON in the messages', () => {
    const format = { response_format: { type: 'json_object' } }
    expect(chat([user], format)).toEqual(expect.any(String))
    expect(chat([system, { role: 'user', content: 'as Json, please' }], format)).toBeUndefined()
    expect(chat([user], { response_format: { type: 'json_schema' } })).toBeUndefined()
    expect(chat([user], { response_format: null })).toBeUndefined()
  })
})

describe('on the messages wire', () => {
  const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more })
  const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })
  const result = (id: string, more: object = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'r', ...more })
  const says = (...content: unknown[]) => ({ role: 'assistant', content })
  const asks = (...content: unknown[]) => ({ role: 'user', content })
  const marked = (ttl?: string) => ({ cache_control: { type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) } })

  test('whole tool pairs have no problem, also over messages that the provider merges', () => {
    expect(messages([user, says(use('1'), use('2')), asks(result('2'), result('1'), text('x'))])).toBeUndefined()
    expect(messages([user, says(use('1')), says(use('2')), asks(result('1')), asks(result('2')), user])).toBeUndefined()
    expect(messages([user, says(text(' '), use('1')), asks(result('1'))])).toBeUndefined()
    expect(messages([user, user, says(text('b')), { role: 'assistant', content: '' }])).toBeUndefined()
  })

  test('a system message in a valid position has no problem', () => {
    expect(messages([user, system, assistant, user, system])).toBeUndefined()
    const setting = { role: 'system', content: [], output_config: { effort: 'high' } }
    expect(messages([user, setting, assistant, user])).toBeUndefined()
    expect(messages([user, says(use('1')), asks(result('1')), system])).toBeUndefined()
    expect(messages([user, says({ type: 'web_search_tool_result' }), system, assistant, user])).toBeUndefined()
  })

  const broken: readonly (readonly [string, unknown[]])[] = [
    ['a conversation that begins with an assistant message', [assistant, user]],
    ['a system message without text and settings', [user, { role: 'system', content: [] }, assistant, user]],
    ['a conversation that begins with a system message', [system, user]],
    ['an unknown role', [user, { role: 'tool', content: 'a' }]],
    ['a blank text', [{ role: 'user', content: ' \n' }]],
    ['a blank block', [asks(text(' '))]],
    ['an empty block', [user, says(text('')), user]],
    ['a text block without text', [asks({ type: 'text' })]],
    ['empty content', [{ role: 'user', content: [] }]],
    ['content that is null', [{ role: 'user', content: null }]],
    ['a block without a type', [asks({ text: 'a' })]],
    ['a block that is null', [asks(null)]],
    ['a call that is not answered', [user, says(use('1')), user]],
    ['a call not answered at the end', [user, says(use('1'))]],
    ['a result without a call', [user, assistant, asks(result('1'))]],
    ['a result of a call two turns ago', [user, says(use('1')), asks(result('1')), assistant, asks(result('1'))]],
    ['a call answered twice', [user, says(use('1')), asks(result('1'), result('1'))]],
    ['a result after text', [user, says(use('1')), asks(text('x'), result('1'))]],
    ['a result after the text of a merged message', [user, says(use('1')), user, asks(result('1'))]],
    ['an id used twice', [user, says(use('1')), asks(result('1')), says(use('1')), asks(result('1'))]],
    ['a call by the user', [asks(use('1')), asks(result('1'))]],
    ['a result by the assistant', [user, says(use('1')), says(result('1'))]],
    ['a system message between call and result', [user, says(use('1')), system, asks(result('1'))]],
    ['a system message after an answer', [user, assistant, system, assistant]],
    ['a system message before a user turn', [user, system, user]],
    ['more than four cache marks', [asks(...Array.from({ length: 5 }, () => text('a', marked())))]],
    ['a mark on thinking', [user, says({ type: 'thinking', ...marked() }, text('b')), user]],
    ['a mark on an empty text', [user, says(use('1')), asks(result('1', { content: [text('', marked())] }))]],
    ['a long mark after a short one', [asks(text('a', marked()), text('b', marked('1h')))]],
  ]

  test.each(broken)('%s is a problem', (_, list) => {
    expect(messages(list)).toEqual(expect.any(String))
  })

  test('cache marks are counted over tools, system and messages, in that order', () => {
    const three = asks(...Array.from({ length: 3 }, () => text('a', marked())))
    expect(messages([three], { tools: [{ ...marked('1h') }] })).toBeUndefined()
    expect(messages([three], { tools: [{ ...marked() }], system: [text('s', marked())] })).toEqual(expect.any(String))
    expect(messages([three], { system: [text('s', marked())], ...marked() })).toEqual(expect.any(String))
    expect(messages([three], { tools: [{ cache_control: null }], system: 'plain' })).toBeUndefined()
    expect(messages([asks(text('a', marked('1h')))], { system: [text('s', marked())] })).toEqual(expect.any(String))
  })
})

interface Recorded {
  readonly endpoint: string
  readonly kind: string
  readonly request_b64: string
}

test.skipIf(!existsSync(RECORDED))('requests that a provider accepted have no problem', () => {
  const lines = gunzipSync(readFileSync(RECORDED)).toString().trim().split('\n')
  const taken = lines.map((line) => JSON.parse(line) as Recorded).filter((pair) => pair.kind !== 'error')
  let read = 0
  const problems: string[] = []
  for (const { endpoint, request_b64: bytes } of taken) {
    const isChat = endpoint.endsWith('/chat/completions')
    const body = Buffer.from(bytes, 'base64').toString()
    // Claude 3 accepted results without calls. Later models do not.
    if ((!isChat && !endpoint.endsWith('/messages')) || body.includes('claude-3-opus')) continue
    const problem = findProblem(isChat ? 'openai-chat' : 'anthropic-messages', body)
    if (problem !== undefined) problems.push(problem)
    read++
  }
  expect(problems).toEqual([])
  expect(read).toBeGreaterThan(50)
})
