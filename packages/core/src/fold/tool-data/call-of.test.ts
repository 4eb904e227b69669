import { describe, expect, it } from 'vitest'
import { callName } from '../sight/call-name.ts'
import { conversationOf, transcript } from '../talk.fixture.ts'
import type { Transcript } from '../transcript.ts'
import { callOf } from './call-of.ts'

const use = (id: string, path: string) => ({ type: 'tool_use', id, name: 'read', input: { path } })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: `the text of ${id}` })

function talk(calls: readonly { id: string; path: string }[]): Transcript {
  return transcript(
    conversationOf('anthropic-messages', [
      { role: 'user', content: 'Read them.' },
      { role: 'assistant', content: calls.map(({ id, path }) => use(id, path)) },
      { role: 'user', content: calls.map(({ id }) => result(id)) },
    ]),
  )
}

describe('callOf', () => {
  it('finds the call that a result answers, also among several of one message', () => {
    const read = talk([
      { id: 'a', path: 'src/a.ts' },
      { id: 'b', path: 'src/b.ts' },
    ])
    expect(callOf(read, 2, 'b')?.text).toBe('{"path":"src/b.ts"}')
    expect(callOf(read, 2, 'c')).toBeUndefined()
    expect(callOf(read, 2, undefined)).toBeUndefined()
  })
})

describe('the call of the last of many parallel results', () => {
  const ids = Array.from({ length: 70 }, (_, i) => `id${i}`)
  const call = (id: string) => ({
    id,
    type: 'function',
    function: { name: 'read', arguments: `{"path":"src/${id}.ts"}` },
  })
  const view = transcript(
    conversationOf('openai-chat', [
      { role: 'user', content: 'Read them.' },
      { role: 'assistant', content: null, tool_calls: ids.map(call) },
      ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: `the text of ${id}` })),
    ]),
  )

  it('is found, and named', () => {
    expect(callOf(view, 71, 'id69')?.text).toBe('{"path":"src/id69.ts"}')
    expect(callName(view, 71, 'id69')).toBe('read src/id69.ts')
  })
})

describe('callName', () => {
  it('is undefined for two calls of a message with the same name', () => {
    const read = talk([
      { id: 'a', path: 'src/a.ts' },
      { id: 'b', path: 'src/b.ts' },
      { id: 'c', path: 'src/a.ts' },
    ])
    expect(['a', 'b', 'c'].map((id) => callName(read, 2, id))).toEqual([undefined, 'read src/b.ts', undefined])
  })
})

it('the calls of a message are read once, however many results ask for them', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => `id${i}`)
  const whole = talk(ids.map((id) => ({ id, path: `src/${id}.ts` })))
  let readings = 0
  const counting: Transcript = {
    ...whole,
    piecesOf(index) {
      readings++
      return whole.piecesOf(index)
    },
  }
  for (const id of ids) {
    expect(callOf(counting, 2, id)?.callId).toBe(id)
    expect(callName(counting, 2, id)).toBe(`read src/${id}.ts`)
  }
  expect(readings).toBeLessThanOrEqual(2)
})
