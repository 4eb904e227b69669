import { describe, expect, it } from 'vitest'
import type { Frequencies } from '../../words/information.ts'
import { stemOf, termId, wordsOf } from '../../words/words.ts'
import { withoutBoilerplate } from './boilerplate.ts'

/** Frequencies in a session of 40 messages: these words in ten of them, all others in one. */
function frequenciesWith(common: string): Frequencies {
  const ids = new Set(wordsOf(common).map(({ text }) => termId(stemOf(text))))
  return { messages: 40, of: (term) => (ids.has(term) ? 10 : 1) }
}

const CLOSING = 'Let me know if you want me to add or remove anything else.'
const frequencies = frequenciesWith(CLOSING)

describe('boilerplate', () => {
  it('is not a sentence with one rare term', () => {
    const text = 'Capers are in. Let me know if you want me to remove the anchovies.'
    expect(withoutBoilerplate(text, frequencies, 'en')).toBe(text)
  })

  it('is not a sentence that occurred only twice', () => {
    const text = `The anchovies are on the list. ${CLOSING}`
    const isRareThing = new Set(wordsOf('anchovies list').map(({ text }) => termId(stemOf(text))))
    expect(withoutBoilerplate(text, { messages: 6, of: (term) => (isRareThing.has(term) ? 1 : 2) }, 'en')).toBe(text)
  })

  it('is removed next to other sentences, and kept if it is the whole text', () => {
    expect(withoutBoilerplate(`The anchovies are on the list. ${CLOSING}`, frequencies, 'en')).toBe(
      'The anchovies are on the list.',
    )
    expect(withoutBoilerplate(`${CLOSING} ${CLOSING}`, frequencies, 'en')).toBe(`${CLOSING} ${CLOSING}`)
  })

  it('leaves the sentences around it on separate lines', () => {
    const text = `Anchovies: two tins\n${CLOSING}\nCapers: one jar`
    expect(withoutBoilerplate(text, frequencies, 'en')).toBe('Anchovies: two tins\nCapers: one jar')
  })

  it('is not found in other text, which is returned unchanged with its line breaks', () => {
    const text = 'Anchovies:\n  two tins.\n\nCapers: one jar.'
    expect(withoutBoilerplate(text, frequencies, 'en')).toBe(text)
  })

  it.each([
    ['negates', 'The pump is not running.'],
    ['names an exception', 'The pump is running except on holidays.'],
    ['forbids', 'The running pump is off limits.'],
    ['introduces the next one', 'If the pump is running:'],
    ['introduces the next one in bold print', '**If the pump is running:**'],
  ])('is never a sentence that %s: %s', (_, sentence) => {
    const text = `${sentence}\n- close the valve`
    const common = frequenciesWith('the pump is running except on holidays off limits')
    expect(withoutBoilerplate(text, common, 'en')).toBe(text)
  })

  it('is never a very short sentence, which may be the whole answer', () => {
    expect(withoutBoilerplate('Yes. The anchovies are on the list.', frequenciesWith('yes'), 'en')).toContain('Yes.')
  })
})
