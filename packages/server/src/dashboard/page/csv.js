/** Prefixes with which a spreadsheet would run text as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A table as CSV (RFC 4180). Numbers stay numbers. Text that a spreadsheet would run gets an apostrophe before it. */
export function toCsv(columns, rows) {
  const lines = [
    columns.map(({ label }) => cell(label)),
    ...rows.map((row) => columns.map(({ value }) => cell(value(row)))),
  ]
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

function cell(value) {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lets the browser save `text` as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
