import { describe, expect, it } from 'vitest'
import { conversationOf, transcript } from '../talk.fixture.ts'
import { condense } from './condense.ts'

const SOURCE = { transcript: transcript(conversationOf('openai-chat', [])) }
const TEXT =
  'The mill grinds rye on Fridays. The mill grinds on Fridays. Its stones were dressed by Ebba Lund in 1931. The mill grinds rye.'

describe('a condensed text', () => {
  it('leaves out what repeats, and shows the gap', () => {
    expect(condense(SOURCE, TEXT, { coverage: 1, prior: 'en' })).toMatch(/Fridays?\. … .*1931\.$/)
  })

  it('contains everything once if all of it is new', () => {
    const said = condense(SOURCE, 'Rye comes from Lund.\n- Oats come from Kivik.', { coverage: 1, prior: 'en' })
    expect(said).toBe('Rye comes from Lund. … Oats come from Kivik.')
  })
})
