import { expect, test } from 'vitest'
import { isClaudeCode, readClaudeCode } from './claude-code-records.ts'

const user = (uuid: string, parentUuid: string | null, content: unknown, more = {}) => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
  ...more,
})
const assistant = (uuid: string, parentUuid: string, id: string, block: object) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { role: 'assistant', id, model: 'claude-sonnet-5', content: [block] },
})
const use = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` })
const text = (said: string) => ({ type: 'text', text: said })

test('blocks of one answer, and results of parallel calls, are joined to one message', () => {
  const lines = [
    { type: 'summary', summary: 'x' },
    user('u1', null, 'Look.'),
    assistant('a1', 'u1', 'm1', text('I look.')),
    assistant('a2', 'a1', 'm1', use('t1')),
    user('r1', 'a2', [result('t1')]),
    assistant('a3', 'a2', 'm1', use('t2')),
    user('r2', 'a3', [result('t2')]),
    assistant('a4', 'r2', 'm2', text('Done.')),
  ]
  expect(isClaudeCode(lines)).toBe(true)
  expect(readClaudeCode(lines)).toEqual({
    model: 'claude-sonnet-5',
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [text('I look.'), use('t1'), use('t2')] },
      { role: 'user', content: [result('t1'), result('t2')] },
      { role: 'assistant', content: [text('Done.')] },
    ],
  })
})

test('abandoned branches, side chains and messages before a compaction are left out', () => {
  const lines = [
    user('u0', null, 'Long ago.'),
    { type: 'system', uuid: 'b', parentUuid: null, logicalParentUuid: 'u0' },
    user('u1', 'b', 'Summary.'),
    assistant('a1', 'u1', 'm1', text('One.')),
    user('u2', 'a1', 'Wrong way.'),
    user('s1', 'a1', 'Aside.', { isSidechain: true }),
    user('u3', 'a1', 'Right way.'),
  ]
  const { messages } = readClaudeCode(lines)
  expect(messages.map(({ content }) => content)).toEqual(['Summary.', [text('One.')], 'Right way.'])
})

test('a result that is recorded twice is read once', () => {
  const lines = [
    user('u1', null, 'Look.'),
    assistant('a1', 'u1', 'm1', use('t1')),
    user('r1', 'a1', [result('t1')]),
    user('r2', 'a1', [result('t1')]),
    user('u2', 'r2', 'And?'),
  ]
  expect(readClaudeCode(lines).messages).toHaveLength(4)
})

test('lines of another format are not read as a transcript', () => {
  expect(
    isClaudeCode([
      { role: 'user', content: 'x' },
      { uuid: 'u', type: 'summary' },
    ]),
  ).toBe(false)
})
