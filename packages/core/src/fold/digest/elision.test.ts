import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const SEARCHED = [
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'harbour crane' } },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
]

/** Twelve turns. The second has a search of the provider's own, the third a very long answer. */
function talk(): WireMessage[] {
  const messages: WireMessage[] = []
  for (let turn = 1; turn <= 12; turn++) {
    const text = `Question ${turn} about harbour crane ${turn * 7}, please.`
    messages.push({ role: 'user', content: text })
    const said = `The crane ${turn * 7} lifts ${turn} tonnes and needs an inspection in spring. `
    const answer = said.repeat(turn === 3 ? 60 : 3)
    messages.push({ role: 'assistant', content: turn === 2 ? [...SEARCHED, { type: 'text', text: answer }] : answer })
  }
  return [...messages, { role: 'user', content: 'And the next crane?' }]
}

function record(): string {
  const { edits } = fold({ transcript: transcript(conversationOf('anthropic-messages', talk())), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'fold' ? edit.digests.map(({ text }) => text) : [])).join('\n')
}

describe('a record of folded turns', () => {
  it('names omitted content other than text', () => {
    expect(record()).toMatch(/^2A .*\[web_search_tool_result\]$/m)
  })

  it('gives the number of omitted tokens of a long message', () => {
    expect(record()).toMatch(/^3A .*\[-\d{3,}\]$/m)
  })

  it('explains the number in its preamble', () => {
    expect(record()).toContain('[-n] n tokens left out')
  })
})
