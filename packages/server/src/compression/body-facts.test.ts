import { CACHE_TABLE, createMessageMemo, readRequest, type WireFormat } from '@pleat/core'
import { expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { factsOf } from './body-facts.ts'

const user = (content: unknown) => ({ role: 'user', content })
const said = (content: unknown) => ({ role: 'assistant', content })
const result = { type: 'tool_result', tool_use_id: 't', content: 'done' }
const use = { type: 'tool_use', id: 't', name: 'run', input: {} }

function isRepeated(messages: readonly object[], format: WireFormat = 'openai-chat'): boolean | undefined {
  const body = JSON.stringify({ model: 'm', max_tokens: 9, messages })
  const view = readRequest(body, format, { hash: shortSha256, memo: createMessageMemo(1_000_000) })
  const facts = factsOf(view, [], CACHE_TABLE)
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
