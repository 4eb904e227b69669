import { describe, expect, it } from 'vitest'
import type { Frequencies } from '../../words/information.ts'
import { stemOf, termId, wordsOf } from '../../words/words.ts'
import { withoutStock } from './stock.ts'

/** How often words stand in a session of 40 messages: these in ten of them, all others in one. */
function frequenciesWith(common: string): Frequencies {
  const ids = new Set(wordsOf(common).map(({ text }) => termId(stemOf(text))))
  return { messages: 40, of: (term) => (ids.has(term) ? 10 : 1) }
}

const CLOSING = 'Let me know if you want me to add or remove anything else.'
const frequencies = frequenciesWith(CLOSING)

describe('a stock phrase', () => {
  it('is one whose every word is said again and again', () => {
    const text = 'Capers are in. Let me know if you want me to remove the anchovies.'
    expect(withoutStock(text, frequencies)).toBe(text)
  })

  it('is not what has only been said twice', () => {
    const text = `The anchovies are on the list. ${CLOSING}`
    const isRareThing = new Set(wordsOf('anchovies list').map(({ text }) => termId(stemOf(text))))
    expect(withoutStock(text, { messages: 6, of: (term) => (isRareThing.has(term) ? 1 : 2) })).toBe(text)
  })

  it('goes from beside what tells something, and only from there', () => {
    expect(withoutStock(`The anchovies are on the list. ${CLOSING}`, frequencies)).toBe(
      'The anchovies are on the list.',
    )
    expect(withoutStock(`${CLOSING} ${CLOSING}`, frequencies)).toBe(`${CLOSING} ${CLOSING}`)
  })

  it('leaves a text without any as it is, line breaks and all', () => {
    const text = 'Anchovies:\n  two tins.\n\nCapers: one jar.'
    expect(withoutStock(text, frequencies)).toBe(text)
  })

  it('is never a sentence of hardly any words: that may be all that was said', () => {
    expect(withoutStock('Yes. The anchovies are on the list.', frequenciesWith('yes'))).toContain('Yes.')
  })
})
