import { describe, expect, it } from 'vitest'
import { conversationOf, transcript } from '../talk.fixture.ts'
import { composeRecall } from './compose.ts'

const SAID = 'The mill grinds rye. The miller is Ebba Lund. The stones are from Kivik. Closed on Mondays.'

/** The recall of some excerpts of a message, without its preamble and head. */
function recallOf(...excerpts: string[]): string {
  const source = {
    transcript: transcript(conversationOf('openai-chat', [{ role: 'user', content: SAID }])),
    state: { turns: [1] },
  }
  const text = composeRecall(
    source,
    excerpts.map((text) => ({ index: 0, text, tokens: 1 })),
  )
  return text.slice(text.indexOf('1U ') + 3)
}

describe('several excerpts of one message', () => {
  it('are quoted once, in the order of the message', () => {
    expect(recallOf('Closed on Mondays.', 'The mill grinds rye. … Closed on Mondays.')).toBe(
      'The mill grinds rye. … Closed on Mondays.',
    )
  })

  it('keep a part in telegraphic wording behind the part before it', () => {
    expect(recallOf('Closed on Mondays.', 'The mill grinds rye. … stones are from Kivik.')).toBe(
      'The mill grinds rye. … stones are from Kivik. … Closed on Mondays.',
    )
    expect(recallOf('Closed on Mondays.', 'The mill grinds rye. … miller is called Ebba Lund.')).toBe(
      'The mill grinds rye. … miller is called Ebba Lund. … Closed on Mondays.',
    )
  })
})
