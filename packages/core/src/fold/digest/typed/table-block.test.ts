import { describe, expect, test } from 'vitest'
import { tableOutline } from './table-block.ts'

const shownOf = (lines: readonly string[]) =>
  tableOutline(lines)
    .parts.slice(1)
    .filter((part) => !part.startsWith('…'))

describe('the outline of a table', () => {
  test('shows the first and the last row, however many columns have extremes', () => {
    const columns = [...'abcdefgh']
    const head = ['name', ...columns].join(' | ')
    // No row contains the extremes of two columns.
    const rows = Array.from({ length: 40 }, (_, i) =>
      [`row ${i}`, ...columns.map((_, c) => (i === 2 * c + 3 ? 900 : i === 2 * c + 4 ? 1 : 50))].join(' | '),
    )
    const shown = shownOf([head, ...rows])
    expect(shown[0]).toMatch(/^row 0 /)
    expect(shown.at(-1)).toMatch(/^row 39 /)
    expect(shown).toHaveLength(8)
  })

  test('compares figures with decimal commas by their value', () => {
    const weights = ['12', '3,5', '14', '13', '12,5', '13,5', '12']
    const rows = weights.map((weight, i) => `| item ${i} | ${weight} |`)
    expect(shownOf(['| item | kg |', '|---|---|', ...rows])).toEqual([
      'item 0 | 12',
      'item 1 | 3,5',
      'item 2 | 14',
      'item 6 | 12',
    ])
  })
})
