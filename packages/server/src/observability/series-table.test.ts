import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPriceList } from '../money/prices.ts'
import { ModelLabels, outcomeLabel, statusLabel } from './closed-sets.ts'
import { growingBounds, Histogram } from './histogram.ts'
import { Count, SeriesTable } from './series-table.ts'

test('the number of cells stays within the limit for any label values, and no value is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), fc.integer({ min: 1, max: 20 }), (values, limit) => {
      const table = new SeriesTable({ labels: ['a', 'b'], limit, create: () => new Count() })
      for (const [a, b] of values) table.of(a, b).value++
      const rows = table.rows()
      expect(rows.length).toBeLessThanOrEqual(limit + 1)
      expect(rows.reduce((sum, { cell }) => sum + cell.value, 0)).toBe(values.length)
      expect(rows.every((row) => row.values.length === 2)).toBe(true)
    }),
  )
})

test('the same values find the same cell', () => {
  const table = new SeriesTable({ labels: ['a', 'b'], limit: 2, create: () => new Count() })
  expect(table.of('x', 'y')).toBe(table.of('x', 'y'))
  expect(table.of('x', 'z')).not.toBe(table.of('x', 'y'))
  expect(table.of('p', 'q')).toBe(table.of('r', 's'))
  expect(table.rows().map(({ values }) => values)).toEqual([
    ['x', 'y'],
    ['x', 'z'],
    ['other', 'other'],
  ])
})

test('a value is counted in the first bucket whose upper bound is not below it', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: -1, max: 1e6 })), (values) => {
      const histogram = new Histogram(growingBounds(0.001, 3, 13))
      for (const value of values) histogram.observe(value)
      const { bounds, counts } = histogram
      for (let index = 0; index <= bounds.length; index++) {
        const inside = (value: number) =>
          value <= (bounds[index] ?? Number.POSITIVE_INFINITY) &&
          value > (bounds[index - 1] ?? Number.NEGATIVE_INFINITY)
        expect(counts[index]).toBe(values.filter(inside).length)
      }
      expect([histogram.count, histogram.sum]).toEqual([values.length, values.reduce((sum, value) => sum + value, 0)])
    }),
  )
})

test('unknown statuses, outcomes and models get a label of a closed set', () => {
  expect([200, 499, 529, 599, 999, 0].map(statusLabel)).toEqual(['200', '499', '5xx', '5xx', 'other', 'other'])
  const known = ['folded', 'context_management', 'unreadable_tool_call', 'too_many_messages', 'not-applied']
  expect(known.map(outcomeLabel)).toEqual(known)
  expect(outcomeLabel('made up')).toBe('other')
  const models = new ModelLabels(createPriceList())
  expect(
    ['claude-sonnet-4-5-20250929', 'anthropic/claude-sonnet-4-5', 'x-17', ''].map((name) => models.of(name)),
  ).toEqual(['claude-sonnet-4-5', 'claude-sonnet-4-5', 'other', 'other'])
})
