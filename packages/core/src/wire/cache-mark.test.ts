import { expect, test } from 'vitest'
import { call, output, reasoning, responsesBody, responsesView, said, user } from '../../test/responses-items.ts'
import { bodyOf, viewOf } from '../../test/wire-bodies.ts'
import { lastMarkIn, marksOf } from './cache-mark.ts'

const MARK = { prompt_cache_breakpoint: { mode: 'explicit' } }
const RAW = '"prompt_cache_breakpoint":{"mode":"explicit"}'
const marked = (type: string) => [{ type, text: 'a', ...MARK }]
const viewOfItems = (...input: readonly unknown[]) => responsesView(responsesBody(input))

test('marksOf and lastMarkIn find the mark of any item of an answer', () => {
  const answer = [reasoning(undefined), said('I look.', { content: marked('output_text') }), call('1')]
  const view = viewOfItems(user('a'), ...answer, output('1'))
  expect(view.messages[1]!.shape.hasCacheMark).toBe(true)
  expect(marksOf(view, 1)).toEqual([RAW])
  expect(lastMarkIn(view, { from: 0, to: 3 })).toEqual({ raw: RAW, message: 1 })
})

test('marksOf finds the mark within the output of a tool', () => {
  const result = { type: 'function_call_output', call_id: '1', output: marked('input_text') }
  const view = viewOfItems(user('a'), call('1'), result)
  expect(view.messages[2]!.shape.hasCacheMark).toBe(true)
  expect(marksOf(view, 2)).toEqual([RAW])
})

test('lastMarkIn skips a member that has the name of a mark but is no object', () => {
  const text = (cache_control: unknown) => [{ role: 'user', content: [{ type: 'text', text: 'a', cache_control }] }]
  const messages = [...text({ type: 'ephemeral' }), { role: 'assistant', content: 'b' }, ...text('none')]
  const view = viewOf(bodyOf(messages, { max_tokens: 1 }), 'anthropic-messages')
  expect(lastMarkIn(view, { from: 0, to: 3 })?.message).toBe(0)
})
