import { describe, expect, it } from 'vitest'
import { lineOf } from '../talk.fixture.ts'
import type { Language } from '../talk.ts'
import { abridgedLines } from './abridged.ts'
import { looseFigures } from './figures.ts'

function loose(lang: Language, source: string, line: string): readonly string[] {
  const original = [{ role: 'user', content: source }]
  return abridgedLines([lineOf(1, line)], original, lang).flatMap(looseFigures)
}

describe('a figure is loose', () => {
  it('if the word before it is missing and an earlier word of its clause is kept', () => {
    const source = 'bisoprolol 2.5 mg morning and ramipril 5 mg evening'
    expect(loose('en', source, 'bisoprolol 2.5 mg morning 5 mg evening')).toEqual(['and ramipril 5 mg'])
    expect(loose('en', source, 'bisoprolol 2.5 mg morning ramipril 5 mg evening')).toEqual([])
  })

  it('if the unit that is joined to it is missing', () => {
    expect(loose('ja', '予算は18万円です', '予算 18 円')).toHaveLength(1)
    expect(loose('ja', '予算は18万円です', '予算 18万円')).toEqual([])
  })

  it('if its sign is missing', () => {
    expect(loose('de', 'der Anteil ist 54 % im Mai', 'Anteil 54 Mai')).toHaveLength(1)
    expect(loose('de', 'der Anteil ist 54 % im Mai', 'Anteil 54 % Mai')).toEqual([])
    expect(loose('en', 'it costs £11 now', 'costs £11')).toEqual([])
  })
})

it('a figure in a row of a table is not loose', () => {
  expect(loose('en', '| rent | 300 € |\n', 'rent 300')).toEqual([])
})
