import { describe, expect, it } from 'vitest'
import { conversationOf, transcript } from '../talk.fixture.ts'
import { condense, withoutMarkup } from './condense.ts'

const SOURCE = { transcript: transcript(conversationOf('openai-chat', [])) }
const TEXT =
  'The mill grinds rye on Fridays. The mill grinds on Fridays. Its stones were dressed by Ebba Lund in 1931. The mill grinds rye.'

describe('a condensed text', () => {
  it('leaves out repetitions, and marks the gap', () => {
    expect(condense(SOURCE, TEXT, { coverage: 1, prior: 'en' })).toMatch(/Fridays?\. … .*1931\.$/)
  })

  it.each(['2**10 is 1024.', 'See src/__tests__/a.ts.', '> I will cancel.', '.env is read.'])(
    'keeps signs that are not emphasis: %s',
    (text) => {
      expect(withoutMarkup(text)).toBe(text)
    },
  )

  it('has no emphasis, headings and bullets', () => {
    expect(withoutMarkup('## **Rye** comes\n- from **Lund**, 重要な**点**')).toBe(' Rye comes\n from Lund, 重要な点')
  })

  it('contains everything once if all of it is new', () => {
    const said = condense(SOURCE, 'Rye comes from Lund.\n- Oats come from Kivik.', { coverage: 1, prior: 'en' })
    expect(said).toBe('Rye comes from Lund. … Oats come from Kivik.')
  })
})
