import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

function textsOf(content: string): string[] {
  const passage = { kind: 'prose' as const, start: 0, end: content.length }
  return sentencesOf(content, passage).map(({ start, end }) => content.slice(start, end))
}

describe('sentencesOf', () => {
  it('ends a sentence at its mark, not at an abbreviation, an initial or a figure', () => {
    expect(textsOf('Dr. Okoro paid 4.50 to J. Smith. It was e.g. for tea at 5 p.m. sharp.')).toEqual([
      'Dr. Okoro paid 4.50 to J. Smith.',
      'It was e.g. for tea at 5 p.m. sharp.',
    ])
  })

  it('keeps the day of a month together, in whatever language', () => {
    expect(textsOf('Bis zum 3. Mai muss es da sein. Wir sind 12. Das reicht.')).toEqual([
      'Bis zum 3. Mai muss es da sein.',
      'Wir sind 12.',
      'Das reicht.',
    ])
  })

  it('leaves the signs of lists and headings out', () => {
    expect(textsOf('## Plan\n1. Buy milk.\n- [x](y) is done')).toEqual(['Plan', 'Buy milk.', '[x](y) is done'])
  })

  it('cuts full-width sentences', () => {
    expect(textsOf('会議は火曜日です。場所は東京です。')).toEqual(['会議は火曜日です。', '場所は東京です。'])
  })

  it('cuts a text without sentences, so that it can be abridged', () => {
    const pieces = textsOf('word '.repeat(2_000))
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.join(' ').replace(/\s+/g, ' ')).toBe('word '.repeat(2_000).trim())
  })
})
