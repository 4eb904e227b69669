import { describe, expect, it } from 'vitest'
import { lineOf } from '../talk.fixture.ts'
import type { Language } from '../talk.ts'
import { abridgedLines } from './abridged.ts'
import { negationsIn } from './negations.ts'

function negations(lang: Language, source: string, line: string) {
  const original = [{ role: 'user', content: source }]
  return abridgedLines([lineOf(1, line)], original, lang).map(negationsIn)[0]!
}

describe('a negation is lost if its clause is kept without it', () => {
  it.each<[Language, string, string]>([
    ['en', 'please dont tell the client about it', 'tell client'],
    ['en', 'we meet at 9, never on a Friday afternoon', 'meet 9 Friday afternoon'],
    ['de', 'Bitte nicht im Wohnzimmer streichen', 'Wohnzimmer streichen'],
    ['fr', 'on arrose mais pas le soir en été', 'arrose soir été'],
    ['ru', 'приедет не Геннадий, а Гузель', 'приедет Геннадий а Гузель'],
    ['zh', '周日不开门', '周日 开门'],
    ['ja', '生ものは使わない', '生もの 使'],
    ['ko', '고양이는 안 키워요', '고양이는 키워요'],
  ])('%s: %s', (lang, source, line) => {
    expect(negations(lang, source, line)).toMatchObject({ lost: [expect.any(String)], kept: 0 })
  })
})

it('counts a negation in the line as kept, and none whose clause is omitted', () => {
  expect(negations('en', 'dont tell the client. we meet at noon', 'dont tell client')).toEqual({ lost: [], kept: 1 })
  expect(negations('en', 'dont tell the client. we meet at noon', 'meet noon')).toEqual({ lost: [], kept: 0 })
})

it('does not read a mark as words of the message', () => {
  expect(negations('en', 'dont tell the client', 'lunch [not 1U: tell client]')).toEqual({ lost: [], kept: 0 })
})
