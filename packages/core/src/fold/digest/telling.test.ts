import { describe, expect, it } from 'vitest'
import { protection, tellingness } from './telling.ts'

describe('tellingness', () => {
  it('is higher for figures, dates, names and who speaks of themselves', () => {
    const plain = tellingness('that sounds like a good plan')
    for (const text of [
      'it costs 40 in all',
      'let us meet on tuesday',
      'ask at Nordlicht, it is near Kiel',
      'my brother sings',
    ])
      expect(tellingness(text)).toBeGreaterThan(plain)
  })

  it('rises with the number of figures, up to three', () => {
    const [one, two, three, four] = [
      '4 tents',
      '4 tents, 9 mats',
      '4 tents, 9 mats, 12 cups',
      '4 tents, 9 mats, 12 cups, 3 pans',
    ]
    expect(tellingness(two!)).toBeGreaterThan(tellingness(one!))
    expect(tellingness(three!)).toBeGreaterThan(tellingness(two!))
    expect(tellingness(four!)).toBe(tellingness(three!))
  })

  it('is lower for a bare question and for shouting', () => {
    expect(tellingness('is that so?')).toBeLessThan(tellingness('that is so'))
    expect(tellingness('wonderful!!!')).toBeLessThan(tellingness('wonderful'))
  })
})

describe('protection', () => {
  it('is given to what binds later turns, in several languages', () => {
    for (const text of [
      'Never send anything to the old address.',
      'We decided to use the smaller hall.',
      'Antworte immer auf Deutsch.',
      'Nous avons décidé de partir lundi.',
      '必ず日本語で答えてください。',
    ])
      expect(protection(text), text).toBeGreaterThan(0)
  })

  it('is not given to small talk', () => {
    for (const text of ['The weather was lovely.', 'What a nice picture!', 'It rained all day.'])
      expect(protection(text), text).toBe(0)
  })
})
