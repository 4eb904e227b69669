import { describe, expect, test } from 'vitest'
import { findObjectUse, REFERENCE } from './stored-objects.ts'

describe('the use of stored objects by a path', () => {
  test.each([
    ['openai', 'GET', '/v1/files', { kind: 'list' }],
    ['openai', 'POST', '/v1/files', { kind: 'create', fields: ['id'] }],
    ['openai', 'GET', '/v1/files/file-1/content', { kind: 'object', id: 'file-1', isWhole: false }],
    ['openai', 'DELETE', '/v1/fine_tuning/jobs/ftjob-1', { kind: 'object', id: 'ftjob-1', isWhole: true }],
    ['openai', 'POST', '/v1/responses/input_tokens', { kind: 'create', fields: [] }],
    ['openai', 'POST', '/v1/threads/runs', { kind: 'create', fields: ['thread_id'] }],
    ['openai', 'GET', '/v1/responses/resp_1/input_items', { kind: 'object', id: 'resp_1' }],
    ['openai', 'GET', '/v1/responses/constructor', { kind: 'object', id: 'constructor' }],
    ['openai', 'GET', '/v1/Files%2Ffile-1', { kind: 'object', id: 'file-1' }],
    ['openai', 'POST', '/v1/embeddings', { kind: 'other', segments: ['embeddings'] }],
    ['openai', 'GET', '/v1/organization/projects/p', { kind: 'account' }],
    ['openai', 'DELETE', '/v1/models/ft:x', { kind: 'account' }],
    ['anthropic', 'GET', '/v1/deployments', { kind: 'list' }],
    ['anthropic', 'POST', '/v1/tunnels/tnl_1/reveal_token', { kind: 'object', id: 'tnl_1', isWhole: false }],
    ['anthropic', 'GET', '/v1/messages/batches/msgbatch_1/results', { kind: 'object', id: 'msgbatch_1' }],
    ['anthropic', 'POST', '/v1/messages/count_tokens', { kind: 'other' }],
    ['anthropic', 'GET', '/v1/organizations/me', { kind: 'account' }],
    ['anthropic', 'GET', '/v1/batches/x', { kind: 'other', segments: ['batches', 'x'] }],
  ] as const)('%s: %s %s', (provider, method, path, expected) => {
    expect(findObjectUse(provider, method, path)).toMatchObject(expected)
  })
})

test('ids are found anywhere in a text, and similar words are not', () => {
  const text = '{"a":"file-Ab3dEf","b":["resp_0123456789"],"c":"profile-picture filename vs_2"} x/conv_abcdef?'
  expect([...text.matchAll(REFERENCE)].map(([id]) => id)).toEqual(['file-Ab3dEf', 'resp_0123456789', 'conv_abcdef'])
})
