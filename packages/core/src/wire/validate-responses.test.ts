import { describe, expect, test } from 'vitest'
import { call, type Item, output, reasoning, responsesBody, said, user } from '../../test/responses-items.ts'
import { findProblem } from './validate.ts'

const problemOf = (input: readonly Item[], more: Item = {}) =>
  findProblem('openai-responses', responsesBody(input, more))
const mark = { prompt_cache_breakpoint: { mode: 'explicit' } }

describe('inputs that the Responses API accepts', () => {
  test.each<[string, readonly Item[]]>([
    ['a talk', [{ role: 'developer', content: 'x' }, user('a'), said('b'), user('c')]],
    [
      'calls answered in another order and not at once',
      [user('a'), call('1'), call('2'), user('b'), output('2'), output('1')],
    ],
    ['a call whose tool answers later', [user('a'), call('1', { async: true })]],
    ['reasoning before its results', [user('a'), reasoning('rs_1'), reasoning('rs_2'), call('1'), output('1')]],
    ['reasoning without an id anywhere', [user('a'), reasoning(undefined), user('b')]],
    [
      'an approval',
      [
        { type: 'mcp_approval_request', id: 'm' },
        { type: 'mcp_approval_response', approval_request_id: 'm' },
      ],
    ],
    ['an item of an unknown type', [user('a'), { type: 'constructor' }]],
    ['the same reference twice', [{ id: 'msg_1' }, user('a'), { type: 'item_reference', id: 'msg_1' }]],
    [
      'four breakpoints',
      Array.from({ length: 4 }, () => ({ role: 'user', content: [{ type: 'input_text', text: 'a', ...mark }] })),
    ],
    ['items of unknown types', [user('a'), { type: 'dream', id: 'd' }]],
  ])('%s', (_what, input) => {
    expect(problemOf(input)).toBeUndefined()
  })
})

describe('inputs that the Responses API refuses', () => {
  test.each<[string, readonly Item[]]>([
    ['a call without a result', [user('a'), call('1')]],
    ['a result without a call', [user('a'), output('1')]],
    ['a result before its call', [user('a'), output('1'), call('1')]],
    ['a result of another kind', [user('a'), call('1'), { ...output('1'), type: 'custom_tool_call_output' }]],
    ['an id twice', [{ ...user('a'), id: 'msg_1' }, said('b', { id: 'msg_1' })]],
    ['reasoning before a question', [user('a'), reasoning('rs_1'), user('b')]],
    ['reasoning at the end', [user('a'), reasoning('rs_1')]],
    ['reasoning before a result', [user('a'), call('1'), reasoning('rs_1'), output('1')]],
    ['an unknown role', [{ role: 'tool', content: 'a' }]],
    ['a message without content', [{ role: 'user' }]],
    ['a part without a type', [{ role: 'user', content: [{ text: 'a' }] }]],
    ['an item of nothing', [{ call_id: '1' }]],
    [
      'five breakpoints',
      Array.from({ length: 5 }, () => ({ role: 'user', content: [{ type: 'input_text', text: 'a', ...mark }] })),
    ],
  ])('%s', (_what, input) => {
    expect(problemOf(input)).toMatch(/./)
  })

  test('an input without the word JSON if that is required', () => {
    const text = { format: { type: 'json_object' } }
    expect(problemOf([user('a')], { text })).toMatch(/JSON/)
    expect(problemOf([user('Give me json.')], { text })).toBeUndefined()
    expect(problemOf([user('a')], { text: { format: { type: 'text' } } })).toBeUndefined()
  })

  test('no input', () => {
    expect(problemOf([])).toMatch(/input/)
  })
})
