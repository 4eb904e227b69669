import { describe, expect, it } from 'vitest'
import { conversationOf, transcript } from '../talk.fixture.ts'
import { composeRecall } from './compose.ts'

const SAID = 'The mill grinds rye. The miller is Ebba Lund. The stones are from Kivik. Closed on Mondays.'

/** The recall of some excerpts of `SAID`, without its preamble and head. */
function recallOf(...excerpts: string[]): string {
  return recallFrom(SAID, ...excerpts)
}

function recallFrom(said: string, ...excerpts: string[]): string {
  const source = {
    transcript: transcript(conversationOf('openai-chat', [{ role: 'user', content: said }])),
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

  it('keep a part in telegraphic wording after the part before it', () => {
    expect(recallOf('Closed on Mondays.', 'The mill grinds rye. … stones are from Kivik.')).toBe(
      'The mill grinds rye. … stones are from Kivik. … Closed on Mondays.',
    )
    expect(recallOf('Closed on Mondays.', 'The mill grinds rye. … miller is called Ebba Lund.')).toBe(
      'The mill grinds rye. … miller is called Ebba Lund. … Closed on Mondays.',
    )
  })

  it('are kept if they are within longer words or numbers of another excerpt', () => {
    const eggs = 'We need 15 eggs for the party. For the cake I take 5 eggs.'
    expect(recallFrom(eggs, '15 eggs for the party.', '5 eggs')).toBe('15 eggs for the party. … 5 eggs')
    expect(recallFrom('Not before May. And the other one? no', 'Not before May.', 'no')).toBe('Not before May. … no')
  })
})

describe('an excerpt', () => {
  const MYTHS = 'I read this.\n\n**Myths**\n\n- Bleach dissolves limescale.\n- A sealed stone is acid-proof.'

  it('has the heading that reverses its meaning, once for each message', () => {
    expect(recallFrom(MYTHS, '- A sealed stone is acid-proof.')).toBe('**Myths** - A sealed stone is acid-proof.')
    expect(recallFrom(MYTHS, 'Bleach dissolves limescale. … - A sealed stone is acid-proof.')).toBe(
      '**Myths** Bleach dissolves limescale. … - A sealed stone is acid-proof.',
    )
  })

  it('has no second heading if it contains the first', () => {
    expect(recallFrom(MYTHS, '**Myths** … - Bleach dissolves limescale.')).toBe(
      '**Myths** … - Bleach dissolves limescale.',
    )
  })

  it('has no heading that only names the subject', () => {
    expect(recallFrom(MYTHS.replace('Myths', 'Stone'), '- A sealed stone is acid-proof.')).toBe(
      '- A sealed stone is acid-proof.',
    )
  })

  it('within a quotation keeps its opening mark', () => {
    const said = 'He came in. He said: "We need money. I lost my job. Sell it." I was baffled.'
    expect(recallFrom(said, 'I lost my job.')).toBe('"I lost my job.')
  })
})
