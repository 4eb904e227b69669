import { describe, expect, it } from 'vitest'
import { splice } from '../wire/splice.ts'
import { findProblem } from '../wire/validate.ts'
import { fold } from './fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from './talk.fixture.ts'

const user = (content: unknown): WireMessage => ({ role: 'user', content })
const assistant = (...content: object[]): WireMessage => ({ role: 'assistant', content })
const text = (value: string) => ({ type: 'text', text: value })
const call = (id: string, name = 'find') => ({ type: 'tool_use', id, name, input: {} })
const result = (id: string, content: unknown = 'ok') => ({ type: 'tool_result', tool_use_id: id, content })
const reference = { type: 'tool_reference', tool_name: 'find' }
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_regex', input: { pattern: 'f' } }
const found = (...references: object[]) => ({
  type: 'tool_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'tool_search_tool_search_result', tool_references: references },
})

function keptOf(messages: readonly WireMessage[]): number[] {
  const read = transcript(conversationOf('anthropic-messages', messages))
  return messages.flatMap((_, index) => (read.isKept(index) ? index : []))
}

describe('a message that loads tools stays in place', () => {
  it('if the provider has searched, with the results of its calls', () => {
    const after = [assistant(text('b')), user('c'), assistant(call('t2')), user([result('t2')])]
    const answer = assistant(search, found(reference), call('t1'))
    expect(keptOf([user('a'), answer, user([result('t1')]), ...after])).toEqual([1, 2])
  })

  it('if the client has searched, with its call and the other results of that message', () => {
    const calls = assistant(call('t1', 'search'), call('t2'))
    const messages = [
      user('a'),
      calls,
      user([result('t1', [reference]), result('t2')]),
      assistant(text('b')),
      user('c'),
    ]
    expect(keptOf(messages)).toEqual([1, 2])
  })

  it('with the earlier message that began the search', () => {
    const messages = [user('a'), assistant(search), assistant(found(reference)), user('b'), assistant(text('c'))]
    expect(keptOf(messages)).toEqual([1, 2])
  })

  it('unless the search has found nothing', () => {
    const failed = { ...found(), content: { type: 'tool_search_tool_result_error', error_code: 'unavailable' } }
    expect(keptOf([user('a'), assistant(search, found()), user('b'), assistant(search, failed)])).toEqual([])
  })

  it('without the thinking that a later fold would break', () => {
    const said = (number: number) =>
      `Barge ${number} waits at the lower quay, and its crew asks for ${number * 7} crates. `.repeat(6)
    const thinking = { type: 'thinking', thinking: 't', signature: 's' }
    const loading = assistant(thinking, search, found(reference), text('I have found a tool.'))
    const turn = (number: number) => [
      user(said(number)),
      number === 1 ? loading : assistant(thinking, text(said(-number))),
    ]
    const messages = Array.from({ length: 24 }, (_, number) => turn(number)).flat()
    let state: Parameters<typeof fold>[0]['state']
    let folds = 0
    for (let end = 1; end < messages.length; end += 2) {
      const conversation = conversationOf('anthropic-messages', messages.slice(0, end), 'claude-opus-5-5')
      const before = state?.foldedAt
      const folded = fold({ transcript: transcript(conversation), count: countTokens, state })
      state = folded.state
      if (state.foldedAt !== before && state.digests.length > 0) folds++
      const body = splice(conversation, folded.edits)
      expect(findProblem('anthropic-messages', body)).toBeUndefined()
      expect(end < 4 || body.includes(JSON.stringify(reference))).toBe(true)
      if (state.boundary > 3) expect(folded.edits).toContainEqual({ kind: 'drop', message: 3, part: 0 })
    }
    expect(folds).toBeGreaterThan(1)
  })
})
