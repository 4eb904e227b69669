import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fragmentsOf } from './fragments.ts'

const texts = (text: string): string[] => fragmentsOf(text).map((fragment) => fragment.text)

describe('fragmentsOf', () => {
  it('cuts lines and sentences', () => {
    expect(texts('First one. Second one!\n\n- third\nIs it? Yes.')).toEqual([
      'First one.',
      'Second one!',
      '- third',
      'Is it?',
      'Yes.',
    ])
  })

  it('does not cut inside numbers, identifiers or behind initials', () => {
    expect(texts('Version 3.14 of app.main by J. Smith runs')).toEqual(['Version 3.14 of app.main by J. Smith runs'])
  })

  it('cuts after full-width marks without a space', () => {
    expect(texts('会議は月曜。場所は東京！')).toEqual(['会議は月曜。', '場所は東京！'])
  })

  it('loses nothing but white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(texts(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })

  it('is linear on long runs of one sign', () => {
    const started = performance.now()
    for (const sign of ['.', ' ', '!', '"', '。', '\n']) fragmentsOf(sign.repeat(300_000))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
