import { describe, expect, it } from 'vitest'
import { foldedBody } from './sent.fixture.ts'
import type { WireMessage } from './talk.fixture.ts'

const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'cranes at Kiel' } }
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    {
      type: 'web_search_result',
      title: 'Crane register of Kiel',
      url: 'https://register.example/kiel',
      encrypted_content: 'RW5j',
    },
  ],
}
const location = {
  type: 'web_search_result_location',
  url: 'https://register.example/kiel',
  title: 'Register',
  encrypted_index: 'RW5j',
  cited_text: 'Built in 1957.',
}
const says = (text: string) => ({ type: 'text', text, citations: [location] })
const source = (title: string, text: string) => ({
  type: 'search_result',
  source: 'doc-7',
  title,
  content: [{ type: 'text', text }],
  citations: { enabled: true },
})

const user = (content: unknown): WireMessage => ({ role: 'user', content })
const assistant = (content: unknown): WireMessage => ({ role: 'assistant', content })
const TALK = Array.from({ length: 14 }, (_, i) => [
  user(`What should I see in harbour number ${i}, if I have ${i + 2} hours there?`),
  assistant(`Harbour ${i} has ${i * 3 + 2} quays. ${`Begin at quay ${i}, and look up at the masts. `.repeat(6)}`),
]).flat()

const sentOf = (messages: readonly WireMessage[]): string => foldedBody('anthropic-messages', messages)

describe('text in blocks that must not be changed', () => {
  it('is recorded when it cites its sources', () => {
    const answer = assistant([
      search,
      found,
      { type: 'text', text: 'I looked it up. ' },
      says('The crane at Kiel was built in 1957 by Ardelt.'),
    ])
    const sent = sentOf([user('How old is the crane at Kiel?'), answer, ...TALK, user('And which is the quietest?')])
    expect(sent).toMatch(/1A [^\n]*Kiel[^\n]*1957[^\n]*Ardelt/)
    expect(sent).not.toContain('encrypted')
  })

  it('is recalled for a message that continues it', () => {
    const answer = assistant([search, found, says('The crane at Kiel was built in 1957 by Ardelt.')])
    const sent = sentOf([...TALK, user('How old is the crane?'), answer, user('Shorter, please.')])
    expect(sent).toMatch(/From the record[^"]*The crane at Kiel was built in 1957 by Ardelt\./)
    expect(sent).toContain('https://register.example/kiel')
  })

  it('is recorded if it is a search result of a user', () => {
    const asked = user([
      source('Crane log', 'Crane K7 was shut down on 4 May because of a worn cable.'),
      { type: 'text', text: 'Why does it stand still?' },
    ])
    const sent = sentOf([asked, assistant('Its cable is worn.'), ...TALK, user('And which is the quietest?')])
    expect(sent).toMatch(/1U [^\n]*K7[^\n]*4 May/)
  })
})
