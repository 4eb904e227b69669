import { describe, expect, it } from 'vitest'
import { legalBoundaries } from './boundary.ts'
import { conversationOf, transcript, type WireMessage } from './talk.fixture.ts'

const call = (id: string): WireMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
})
const result = (id: string): WireMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' })
const user: WireMessage = { role: 'user', content: 'q' }
const assistant: WireMessage = { role: 'assistant', content: 'a' }

function boundariesOf(messages: readonly WireMessage[]): number[] {
  return legalBoundaries(transcript(conversationOf('openai-chat', messages)), 0, messages.length)
}

describe('legalBoundaries', () => {
  it('are after answers, not after questions', () => {
    expect(boundariesOf([user, assistant, user, assistant])).toEqual([2, 4])
  })

  it('never separate a call from its result, and may be inside a tool loop', () => {
    expect(boundariesOf([user, call('1'), result('1'), call('2'), result('2'), assistant])).toEqual([3, 5, 6])
  })

  it('wait for every result of parallel calls', () => {
    const both: WireMessage = {
      role: 'assistant',
      content: null,
      tool_calls: ['1', '2'].map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
    }
    expect(boundariesOf([user, both, result('1'), result('2'), assistant])).toEqual([4, 5])
  })

  it('wait for the result of a tool of the provider, after a pause or the results of calls that it makes', () => {
    const code = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: {} }
    const ran = { type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
    const asked = { type: 'tool_use', id: 't', name: 'f', input: {} }
    const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] }
    const saying = (...content: object[]): WireMessage => ({ role: 'assistant', content })
    const ended = [saying(ran, { type: 'text', text: 'a' }), user, assistant]
    const read = (messages: readonly WireMessage[]) =>
      legalBoundaries(transcript(conversationOf('anthropic-messages', messages)), 0, messages.length)
    expect(read([user, saying(code), ...ended])).toEqual([3, 5])
    expect(read([user, saying(code, asked), answered, ...ended])).toEqual([4, 6])
  })

  it('do not pass a message of an unknown kind', () => {
    const unknown: WireMessage = { role: 'user', content: [{ type: 'hologram' }] }
    expect(boundariesOf([user, assistant, unknown, assistant])).toEqual([2])
  })
})
