import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { genreOf } from './genre.ts'
import { DEFAULT_POLICY } from './policy.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from './talk.fixture.ts'

type Output = (part: number) => string

const mail: Output = (part) => `From: ines\nSubject: crates\n\nDear all, crate ${part} leaves the quay on Monday. Ines`
const record: Output = (part) => JSON.stringify({ crate: `K-${part}`, berth: 'north', weight_kg: 310, day: 'Monday' })

/** A task of the user, the calls of a tool with their output, and the answer. */
function task(part: number, { calls, output }: { readonly calls: number; readonly output: Output }): WireMessage[] {
  const called = Array.from({ length: calls }, (_, at): WireMessage[] => {
    const call = { id: `call_${part}_${at}`, type: 'function', function: { name: 'read', arguments: `{"part":${at}}` } }
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: output(part * 31 + at) },
    ]
  })
  return [
    { role: 'user', content: `Please see to part ${part} of the quay.` },
    ...called.flat(),
    { role: 'assistant', content: `Part ${part} is seen to.` },
  ]
}

function genre(tasks: readonly WireMessage[][]) {
  const messages = [...tasks.flat(), { role: 'user', content: 'thank you' }]
  const { state } = fold({ transcript: transcript(conversationOf('openai-chat', messages)), count: countTokens })
  return genreOf(state, DEFAULT_POLICY)
}

const tasks = (count: number, of: { readonly calls: number; readonly output: Output }) =>
  Array.from({ length: count }, (_, part) => task(part, of))

describe('genreOf', () => {
  it('counts tools that return text as help in a dialogue if the user asks again and again', () => {
    expect(genre(tasks(6, { calls: 1, output: mail }))).toBe('records')
  })

  it('counts long work of tools that return text as that of an agent', () => {
    expect(genre(tasks(3, { calls: 9, output: mail }))).toBe('code')
  })

  it('does not take the beginning of an agent for a dialogue', () => {
    expect(genre([task(0, { calls: 3, output: mail }), task(1, { calls: 3, output: mail })])).toBe('code')
  })

  it('counts long work of tools that return records as a session of records', () => {
    expect(genre(tasks(3, { calls: 9, output: record }))).toBe('records')
  })
})
