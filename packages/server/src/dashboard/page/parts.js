import { count, dollars } from './format.js'
import { html } from './html.js'

/** A figure with its label. */
export function Figure({ label, value }) {
  return html`
    <div><dt>${label}</dt><dd>${value}</dd></div>
  `
}

/** A column of whole numbers. */
export function number(label, field) {
  return { label, isNumber: true, value: (row) => row[field], show: (row) => count(row[field]) }
}

/** A column of an amount of money. */
export function money(label, field) {
  return { label, isNumber: true, value: (row) => row[field], show: (row) => dollars(row[field]) }
}

/** Adds rows up by name. */
export function addUp(rows, nameOf) {
  const sums = new Map()
  for (const row of rows) {
    const name = nameOf(row)
    sums.set(name, add(sums.get(name) ?? { name }, row))
  }
  return [...sums.values()]
}

/** Adds the numbers of a row to those of a sum. */
export function add(sum, row) {
  const next = { ...sum }
  for (const [field, value] of Object.entries(row)) {
    if (typeof value === 'number') next[field] = (sum[field] ?? 0) + value
  }
  return next
}

const DAY_MS = 86_400_000

/** The UTC day, `YYYY-MM-DD`, that was `days` days ago. */
export const dayAgo = (days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Number of days from `day` to today. */
export const daysSince = (day) => Math.round((Date.parse(dayAgo(0)) - Date.parse(day)) / DAY_MS)

/** One row for each of the last days, oldest first. `undefined` for days without a row. */
export function byDay(rows, days) {
  const known = new Map(rows.map((row) => [row.day ?? row.name, row]))
  return Array.from({ length: days }, (_, index) => dayAgo(days - 1 - index)).map((day) => ({
    day,
    row: known.get(day),
  }))
}
