import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { telegraphic } from './telegraphic.ts'

describe('telegraphic', () => {
  it('drops function words and keeps the rest in order', () => {
    expect(telegraphic('I think that we should move the deadline to the next quarter')).toBe(
      'should move deadline next quarter',
    )
  })

  it('keeps negations, quantities and limits', () => {
    expect(telegraphic("You must not deploy on Friday, only on Monday, and I can't do both")).toContain(
      'must not deploy',
    )
    expect(telegraphic("I can't do it without them")).toBe("can't without")
  })

  it('keeps figures with their units and signs', () => {
    expect(telegraphic('It is about $4,500.50 or 12% of the total')).toMatch(/\$4,500\.50.*12%/)
    expect(telegraphic('see /srv/app/main.ts:42 and v1.2.3')).toBe('see /srv/app/main.ts:42 v1.2.3'.replace('see ', ''))
  })

  it.each([
    ['one injection every other day for two weeks', 'injection every other day two weeks'],
    ['ramipril is now up to 10, and down from 20 to 15', 'ramipril now up to 10 down from 20 to 15'],
    ['they raised it by 20', 'raised by 20'],
    ['he left after 3 of 6 talks', 'left after 3 of 6 talks'],
    ['the sections a to f of the annex', 'sections a to f annex'],
    ['we taste on 3 may, not on may 4', 'taste 3 may not may 4'],
    ['I might sell the car', 'might sell car'],
    ['from 27 → 22 on the 6–9 June', 'from 27 →22 6–9 June'],
    ['it must be ≥ 18 and < 40, of 4×8', 'must ≥18 <40 of 4×8'],
  ])('keeps the small words that make something else of what they stand beside: %s', (text, worded) => {
    expect(telegraphic(text)).toBe(worded)
  })

  it.each([
    'count_in_slot',
    'is_open',
    'left_on',
    'mariadb:10.11',
    'access.log',
    'state-of-the-art',
    '/srv/of/the/app',
  ])('keeps a name whole: %s', (name) => {
    expect(telegraphic(`we put it into ${name} as that is the one`)).toContain(name)
  })

  it('drops words that a sign binds together where none of them says anything', () => {
    expect(telegraphic('Mara and/or Tobias')).toBe('Mara Tobias')
  })

  it('keeps a question a question', () => {
    expect(telegraphic('Where is the red lantern?')).toBe('red lantern?')
  })

  it('leaves text of other languages readable', () => {
    expect(telegraphic('Das Treffen ist nicht am Montag')).toContain('Treffen')
    expect(telegraphic('会議は月曜日です')).not.toBe('')
  })

  it('never loses a digit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.nat(),
        fc.string({ unit: 'grapheme' }),
        (before, figure, after) => {
          const worded = telegraphic(`${before} ${figure} ${after}`)
          expect(worded).toContain(String(figure))
        },
      ),
    )
  })

  it('is linear on long runs of one sign', () => {
    const started = performance.now()
    for (const sign of ['a', ' ', '.', '-', '!', '中', '😀', '\n']) telegraphic(sign.repeat(300_000))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
