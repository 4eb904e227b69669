import { CACHE_TABLE, createMessageMemo, readRequest, type WireFormat } from '@pleat/core'
import { expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { factsOf } from './body-facts.ts'
import type { BodyFacts } from './compression-port.ts'

const user = (content: unknown) => ({ role: 'user', content })
const said = (content: unknown) => ({ role: 'assistant', content })
const result = { type: 'tool_result', tool_use_id: 't', content: 'done' }
const use = { type: 'tool_use', id: 't', name: 'run', input: {} }

function readFacts(fields: object, format: WireFormat): BodyFacts {
  const body = JSON.stringify({ model: 'm', max_tokens: 9, ...fields })
  const view = readRequest(body, format, { hash: shortSha256, memo: createMessageMemo(1_000_000) })
  return factsOf(view, [], CACHE_TABLE)
}

function isRepeated(messages: readonly object[], format: WireFormat = 'openai-chat'): boolean | undefined {
  const facts = readFacts({ messages }, format)
  return facts.kind === 'conversation' ? facts.isRepeated : undefined
}

test('a message that the user repeats after an answer counts as repeated', () => {
  expect(isRepeated([user('When?'), said('Soon.'), user('When?')])).toBe(true)
  expect(isRepeated([user('When?'), said('Soon.'), user('Where?'), said('Here.'), user('When?')])).toBe(true)
  expect(isRepeated([user('When?'), said('Soon.'), user('When exactly?')])).toBe(false)
  expect(isRepeated([user('When?')])).toBe(false)
  expect(isRepeated([user('When?'), user('When?')])).toBe(false)
  expect(isRepeated([user('When?'), said('When?')])).toBe(false)
})

test('an identical tool result does not count as repeated', () => {
  const step = [said([use]), user([result])]
  expect(isRepeated([user('Go.'), ...step, ...step], 'anthropic-messages')).toBe(false)
  expect(isRepeated([user('Go.'), ...step, said('Done.'), user('Go.')], 'anthropic-messages')).toBe(true)
})

const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' }
const cited = { type: 'text', text: 'Yes.', citations: [{ type: 'char_location', cited_text: 'y' }] }

test.each<[string, WireFormat, boolean, object]>([
  [
    'a picture',
    'openai-chat',
    true,
    { messages: [user([{ type: 'image_url', image_url: { url: 'https://a.example' } }])] },
  ],
  ['a file', 'openai-responses', true, { input: [user([{ type: 'input_file', file_id: 'f' }])] }],
  ['a document', 'anthropic-messages', true, { messages: [user([{ type: 'document', source }])] }],
  [
    'a picture in a tool result',
    'anthropic-messages',
    true,
    { messages: [user('Go.'), said([use]), user([{ ...result, content: [{ type: 'image', source }] }])] },
  ],
  ['a stored history', 'openai-responses', true, { input: 'Go.', previous_response_id: 'resp_1' }],
  ['text with citations', 'anthropic-messages', false, { messages: [user('Go.'), said([cited]), user('Go on.')] }],
  ['tools', 'anthropic-messages', false, { messages: [user('Go.'), said([use]), user([result])] }],
])('a request with %s (%s) has tokens that are not counted from its text: %s', (_, format, hasUncounted, fields) => {
  expect(readFacts(fields, format)).toMatchObject({ kind: 'conversation', hasUncounted })
})
