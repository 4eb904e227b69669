import { type Fields, isFields, isObject } from '../../../json.ts'
import { addCount, occurrencesOf } from '../../../maps.ts'
import { compactJson } from '../../sight/compact-json.ts'
import { cut, leftOut } from './left-out.ts'

/** Number of outliers of a list that are shown, and characters of each. */
const MAX_OUTLIERS = 3
const LONGEST_ELEMENT = 160
const LONGEST_SCALAR = 80
const MAX_KEYS = 24
const MAX_DEPTH = 4
/** A list of at most this number of elements is shown whole. */
const WHOLE_LIST = 3

/** Outline of a JSON value: keys, number and range of list elements, and the elements that are unlike the others. */
export function outlineOf(value: unknown, depth = 0): string {
  if (Array.isArray(value)) return outlineOfList(value, depth)
  if (!isObject(value)) return cut(compactJson(value), LONGEST_SCALAR)
  const entries = Object.entries(value)
  if (depth >= MAX_DEPTH) return `{${entries.length} keys}`
  const shown = entries.slice(0, MAX_KEYS).map(([key, item]) => `${key}: ${outlineOf(item, depth + 1)}`)
  return `{${[...shown, ...leftOut(entries.length - shown.length, 'key')].join(', ')}}`
}

function outlineOfList(items: readonly unknown[], depth: number): string {
  if (items.length <= WHOLE_LIST || depth >= MAX_DEPTH) {
    const shown = items.slice(0, depth >= MAX_DEPTH ? 0 : WHOLE_LIST).map((item) => outlineOf(item, depth + 1))
    return `[${[...shown, ...leftOut(items.length - shown.length, 'element')].join(', ')}]`
  }
  const records = items.filter(isFields)
  if (records.length < items.length) return `[${items.length}: ${summaryOf(items)}]`
  const keys = Map.groupBy(
    records.flatMap((record) => Object.entries(record)),
    ([key]) => key,
  )
  const columns = [...keys].slice(0, MAX_KEYS).map(([key, entries]) => [key, entries.map(([, item]) => item)] as const)
  const schema = columns.map(([key, column]) => {
    const share = column.length < records.length ? ` (in ${column.length})` : ''
    return `${key} ${summaryOf(column)}${share}`
  })
  const outliers = outliersAmong(records, columns).map((record) => cut(compactJson(record), LONGEST_ELEMENT))
  const unlike = outliers.length ? `; unlike the others: ${outliers.join(', ')}` : ''
  return `[${records.length} × {${[...schema, ...leftOut(keys.size - columns.length, 'key')].join(', ')}}${unlike}]`
}

/** Repeated words are names of states and kinds, and questions ask how often each occurs. */
const MAX_KINDS = 4

/**
 * Summary of all values of one key: the range of figures, repeated words with their counts, or the first and the last value.
 */
function summaryOf(values: readonly unknown[]): string {
  if (values.every((value) => typeof value === 'number')) return rangeOf(values)
  const scalars = values.filter((value) => !isObject(value))
  if (scalars.length < values.length) return values.some(Array.isArray) ? '[…]' : '{…}'
  const kinds = kindsOf(scalars)
  if (kinds.size <= MAX_KINDS && (kinds.size < values.length || kinds.size === 1))
    return [...kinds].map(([kind, times]) => (times === values.length ? kind : `${kind} ×${times}`)).join('/')
  return `${cut(compactJson(values[0]), LONGEST_SCALAR)} … ${cut(compactJson(values.at(-1)), LONGEST_SCALAR)}`
}

function kindsOf(values: readonly unknown[]): Map<string, number> {
  return occurrencesOf(values.map((value) => cut(compactJson(value), LONGEST_SCALAR)))
}

function rangeOf(figures: readonly number[]): string {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const figure of figures) {
    if (figure < least) least = figure
    if (figure > most) most = figure
  }
  return least === most ? String(least) : `${least}–${most}`
}

/** Kinds are rare if at most this share of the elements has them. */
const RARE_SHARE = 0.1

/** Elements with a key or a word that hardly any other has, or with a far outlying figure. In their order. */
function outliersAmong(
  records: readonly Fields[],
  columns: readonly (readonly [string, readonly unknown[]])[],
): Fields[] {
  const rare = Math.max(1, RARE_SHARE * records.length)
  const scores = new Map<Fields, number>()
  const add = (record: Fields): void => addCount(scores, record)
  for (const [key, column] of columns) {
    const isFar = farOut(column)
    const kinds = kindsOf(column.filter((item) => !isObject(item)))
    const areKinds = kinds.size <= Math.max(MAX_KINDS, 0.2 * records.length)
    for (const record of records) {
      const item = record[key]
      const isMissing = !Object.hasOwn(record, key)
      if (isMissing ? records.length - column.length <= rare : column.length <= rare) add(record)
      else if (isMissing) continue
      else if (
        typeof item === 'number'
          ? isFar(item)
          : areKinds && (kinds.get(cut(compactJson(item), LONGEST_SCALAR)) ?? rare + 1) <= rare
      )
        add(record)
    }
  }
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, MAX_OUTLIERS)
  return records.filter((record) => best.some(([each]) => each === record))
}

/** True if a figure differs from the median by more than six times the median deviation. */
function farOut(column: readonly unknown[]): (figure: number) => boolean {
  const figures = column.filter((item) => typeof item === 'number')
  const middle = medianOf(figures)
  const usual = medianOf(figures.map((figure) => Math.abs(figure - middle)))
  return (figure) => usual > 0 && Math.abs(figure - middle) > 6 * usual
}

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
