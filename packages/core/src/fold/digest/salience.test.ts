import { describe, expect, it } from 'vitest'
import { protection, salienceOf } from './salience.ts'

describe('salienceOf', () => {
  it('is higher for figures, dates, names and statements about oneself', () => {
    const plain = salienceOf('that sounds like a good plan')
    for (const text of [
      'it costs 40 in all',
      'let us meet on tuesday',
      'ask at Nordlicht, it is near Kiel',
      'my brother sings',
    ])
      expect(salienceOf(text)).toBeGreaterThan(plain)
  })

  it('rises with the number of figures, up to three', () => {
    const [one, two, three, four] = [
      '4 tents',
      '4 tents, 9 mats',
      '4 tents, 9 mats, 12 cups',
      '4 tents, 9 mats, 12 cups, 3 pans',
    ]
    expect(salienceOf(two!)).toBeGreaterThan(salienceOf(one!))
    expect(salienceOf(three!)).toBeGreaterThan(salienceOf(two!))
    expect(salienceOf(four!)).toBe(salienceOf(three!))
  })

  it('is lower for a bare question and for exclamations', () => {
    expect(salienceOf('is that so?')).toBeLessThan(salienceOf('that is so'))
    expect(salienceOf('wonderful!!!')).toBeLessThan(salienceOf('wonderful'))
    expect(salienceOf('太好了！')).toBe(salienceOf('太好了!'))
  })
})

describe('protection', () => {
  it('is positive for text that binds later turns, in several languages', () => {
    for (const text of [
      'Never send anything to the old address.',
      'We decided to use the smaller hall.',
      'Antworte immer auf Deutsch.',
      'Nous avons décidé de partir lundi.',
      '必ず日本語で答えてください。',
    ])
      expect(protection(text), text).toBeGreaterThan(0)
  })

  it('is 0 for small talk', () => {
    for (const text of ['The weather was lovely.', 'What a nice picture!', 'It rained all day.'])
      expect(protection(text), text).toBe(0)
  })
})
