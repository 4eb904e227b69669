import { expect, it } from 'vitest'
import { differing, type Replayed } from './figures.ts'
import { describeReport, describeSet } from './report.ts'
import type { QualitySet } from './sets.ts'

const figures: Replayed = {
  savedEarly: 0,
  savedAt10: 0.6,
  savedAt15: 0.7,
  saved: 0.8,
  savedHistory: 0.9,
  savedAtQuestions: 0.65,
  evidence: 0.95,
  strict: 0.94,
  answer: null,
  prefix: 0.9,
  costOpenAi: 0.3,
  costAnthropic: 1.2,
  refused: 0,
  valuesAgain: 0.95,
  linesAgain: null,
}
const chat: QualitySet = { name: 'a', title: 'A chat', isChat: true, bounds: {} }
const tools: QualitySet = { name: 'b', title: 'Tools', isChat: false, bounds: {} }

it('shows one row per method, three digits, and a dash for missing measurements', () => {
  const table = describeSet({ set: chat, conversations: 1, rows: [{ title: 'ours', figures }] }).split('\n')
  expect(table[2]).toBe(
    '| ours | 0.600 | 0.700 | 0.800 | 0.650 | 0.950 | 0.940 | – | 0.900 | 0.300 | 1.200 | 0.950 | – |',
  )
  expect(new Set(table.map((line) => line.split('|').length)).size).toBe(1)
})

it('leaves the instructions out of the savings of sessions with tools', () => {
  const table = describeSet({ set: tools, conversations: 1, rows: [{ title: 'ours', figures }] })
  expect(table).toContain('| 0.900 | 0.650 |')
})

it('writes the same document for the same figures, and names methods that could not be measured', () => {
  const results = [{ set: chat, conversations: 3, rows: [{ title: 'ours', figures }] }]
  const curve = { name: 'ours', title: 'ours', points: [{ scale: 1, kept: 0.2, evidence: 0.9 }] }
  const report = { results, panels: [{ title: 'A chat', curves: [curve] }], missing: ['ai 1.0 is left out: no.'] }
  const text = describeReport(report)
  expect(describeReport(structuredClone(report))).toBe(text)
  expect(text).toContain('\nai 1.0 is left out: no.\n')
  expect(text).toContain('](quality.svg)')
  expect(text).toContain('| share of tokens sent | 0.200 |')
})

it('distinguishes figures that differ by half a thousandth or more', () => {
  expect(differing(figures, { ...figures, prefix: 0.9004 })).toEqual([])
  expect(differing(figures, { ...figures, prefix: 0.9006, answer: 1 })).toEqual(['answer', 'prefix'])
})
