import { plainNumber } from '../../../tags/figures.ts'
import { isRule, separatorOf } from './block-kind.ts'
import { leftOut } from './left-out.ts'

/** A table: the names of its columns and its rows, cell by cell. */
interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A table of at most this number of rows is shown whole. */
const MAX_SHOWN = 4

export interface TableOutline {
  readonly rows: number
  /** The head and the shown rows, with the numbers of omitted rows between them. */
  readonly parts: readonly string[]
  /** The cells of the omitted rows. */
  readonly rest: readonly string[]
}

/**
 * Outline of a table. A short one: all rows. A long one: the first and the last row, and those with the smallest and
 * the largest value of a column, of which only the first `MAX_EXTREMES` rows are shown.
 */
export function tableOutline(lines: readonly string[]): TableOutline {
  const { head, rows } = readTable(lines)
  const shown = new Set(rows.length <= MAX_SHOWN ? rows.keys() : extremeRows(rows, head.length))
  const parts = [`columns ${head.join(' | ')}`]
  const rest: string[] = []
  let left = 0
  for (const [place, row] of rows.entries()) {
    if (!shown.has(place)) {
      rest.push(row.join(' | '))
      left++
      continue
    }
    parts.push(...leftOut(left, 'row'))
    parts.push(row.join(' | '))
    left = 0
  }
  return { rows: rows.length, parts, rest }
}

function readTable(lines: readonly string[]): Table {
  const filled = lines.filter((line) => line.trim())
  const separator = filled.some(isRule) ? '|' : (separatorOf(filled) ?? '|')
  const [head = [], ...rows] = filled.filter((line) => !isRule(line)).map((line) => cellsOf(line, separator))
  return { head, rows }
}

/** The cells of a table row, without Markdown marks and quotation marks. */
export function cellsOf(line: string, separator: string): string[] {
  const inner = separator === '|' ? line.trim().replace(/^\||\|$/g, '') : line
  return inner.split(separator).map((cell) =>
    cell
      .replace(/\*\*|`/g, '')
      .trim()
      .replace(/^"(.*)"$/, '$1'),
  )
}

/**
 * Positions, in order, of the first and the last row and of the smallest and largest value of each column of figures.
 */
function extremeRows(rows: readonly (readonly string[])[], columns: number): number[] {
  const places = new Set([0, rows.length - 1])
  for (let column = 0; column < Math.min(columns, MAX_COLUMNS); column++) {
    const figures = rows.map((row) => figureIn(row[column] ?? ''))
    if (figures.filter(Number.isFinite).length < 0.7 * rows.length) continue
    // In a column of rising figures, these are the first and the last row.
    places.add(bestOf(figures, (a, b) => a > b))
    places.add(bestOf(figures, (a, b) => a < b))
  }
  return [...places].slice(0, MAX_EXTREMES).sort((a, b) => a - b)
}

const MAX_EXTREMES = 8
/** Limit of the algorithm: columns of a table whose figures are compared. A head may be as long as all rows together. */
const MAX_COLUMNS = 200

function figureIn(cell: string): number {
  const match = /^[^\d-]{0,3}(-?)(\d[\d.,]*)\D{0,6}$/.exec(cell)
  return match ? Number(match[1]! + plainNumber(match[2]!)) : Number.NaN
}

function bestOf(figures: readonly number[], isBetter: (a: number, b: number) => boolean): number {
  let best = -1
  for (const [place, figure] of figures.entries()) {
    if (Number.isFinite(figure) && (best < 0 || isBetter(figure, figures[best]!))) best = place
  }
  return Math.max(0, best)
}
