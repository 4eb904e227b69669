import { describe, expect, test } from 'vitest'
import { call, type Item, output, responsesBody, responsesView, said, user } from '../../test/responses-items.ts'
import { sha256 } from '../../test/wire-bodies.ts'
import { createMessageMemo } from './message-memo.ts'
import { readRequest } from './read-request.ts'

const viewOf = (input: unknown, more: Item = {}) => responsesView(responsesBody(input, more))

describe('a Responses request that is not folded', () => {
  const talk = [user('a'), said('b'), user('c')]

  test.each<[string, Item]>([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'conv_1' }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['context_management', { context_management: [{ type: 'compaction', compact_threshold: 1000 }] }],
    ['multi_agent', { multi_agent: { enabled: true } }],
    ['prewarm', { prompt_cache_options: { prewarm: true } }],
  ])('is bypassed because of %s', (reason, fields) => {
    expect(viewOf(talk, fields).bypass).toBe(reason)
    expect(viewOf('a', fields).bypass).toBe(reason)
  })

  test.each<[string, Item]>([
    ['item_reference', { type: 'item_reference', id: 'msg_1' }],
    ['item_reference', { id: 'rs_1' }],
    ['compaction_trigger', { type: 'compaction_trigger' }],
    ['multi_agent', { type: 'agent_message', content: 'x' }],
  ])('is bypassed because of %s as an item', (reason, item) => {
    expect(viewOf([...talk, item]).bypass).toBe(reason)
  })

  test('has no tools in a session that had some: it asks for a summary', () => {
    const session = [user('a'), call('1'), output('1'), said('b'), user('Summarise.')]
    expect(viewOf(session, { tools: [] }).bypass).toBe('compaction')
    expect(viewOf(session).bypass).toBeUndefined()
    expect(viewOf(talk, { tools: [] }).bypass).toBeUndefined()
  })

  test('is not bypassed for fields that are null or empty', () => {
    const fields = { previous_response_id: null, conversation: null, prompt: null, context_management: [] }
    expect(viewOf(talk, fields).bypass).toBeUndefined()
  })

  test.each<[string, Item, string]>([
    ['no input', { prompt: { id: 'pmpt_1' } }, 'prompt'],
    ['no input and nothing in its place', {}, 'unreadable'],
    ['an input that is not a list', { input: 7 }, 'unreadable'],
    ['a list with a text', { input: ['a'] }, 'unreadable'],
    ['a role of another wire', { input: [{ role: 'tool', content: 'a' }] }, 'unknown_role'],
  ])('is sent unchanged with %s', (_what, fields, reason) => {
    const body = JSON.stringify({ model: 'gpt-5', ...fields })
    const context = { hash: sha256, memo: createMessageMemo(1_000_000) }
    expect(readRequest(body, 'openai-responses', context)).toEqual({
      kind: 'opaque',
      reason,
      model: 'gpt-5',
      isAnsweredLater: false,
    })
  })

  test('is refused if it is not JSON, also inside an answer', () => {
    const context = { hash: sha256, memo: createMessageMemo(1_000_000) }
    const body = responsesBody([user('a'), said('b'), call('1')]).replace('"b"', '"b\n"')
    expect(readRequest(body, 'openai-responses', context)).toMatchObject({ kind: 'invalid', field: undefined })
  })
})
