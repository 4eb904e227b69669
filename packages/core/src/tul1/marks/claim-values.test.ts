import { expect, it } from 'vitest'
import { analyzeText } from '../../text/analysis.ts'
import { claimValues } from './claim-values.ts'

it.each([
  ['Pazarlama ekibi toplantıya geldi.', []],
  ['Martı sahilde uçtu.', []],
  ['Kurs ağustosta bitiyor.', ['ağustosta']],
  ['Toplantı pazartesiye kaldı.', ['pazartesiye']],
  ["Sınav Mart'ta yapılacak.", ["Mart'ta"]],
  ['회의는 월요일에 있습니다.', ['월요일에']],
])('finds weekdays and months only with an ending of their language: %s', (text, expected) => {
  const values = analyzeText(text).sentences[0]!.clauses.flatMap(claimValues)
  expect(values.map(({ start, end }) => text.slice(start, end))).toEqual(expected)
})
