import type { Writable } from 'node:stream'

/** The output of a command: its result on standard output, everything else on standard error. */
export interface Output {
  /** Prints the result: one line of JSON with `--json`, else the text. */
  result(value: object, text: () => string): void
  /** Prints a note that is not part of the result. */
  note(line: string): void
  /** Prints an error on one line; with `--json` also as `{"error":...}` on standard output. */
  failure(message: string): void
}

/** An output that prints to the given streams. */
export function createOutput(streams: { stdout: Writable; stderr: Writable }, isJson: boolean): Output {
  const printJson = (value: object) => streams.stdout.write(`${JSON.stringify(value)}\n`)
  return {
    result: (value, text) => (isJson ? printJson(value) : streams.stdout.write(`${text()}\n`)),
    note: (line) => streams.stderr.write(`${line}\n`),
    failure(message) {
      const line = message.trim().replace(/(?<!\s)\s*\n\s*/g, '; ')
      if (isJson) printJson({ error: line })
      streams.stderr.write(`error: ${line}\n`)
    },
  }
}

/** A table with aligned columns. Columns of numbers are aligned to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? formatCount(cell) : printable(cell))),
  )
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const isNumeric = head.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'))
  return cells
    .map((row) =>
      row
        .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `1234567` as `1,234,567`, independent of the locale. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 6 })
}

/** The share of `original` that was saved, in percent with one decimal. */
export function percentSaved(original: number, saved: number): number {
  return original === 0 ? 0 : Math.round((saved / original) * 1000) / 10
}

/** Millionths of a dollar as dollars. Small amounts have more digits, so that they are not shown as 0. */
export function formatDollars(microDollars: number): string {
  const size = Math.abs(microDollars) / 1e6
  const digits = size >= 1 || size === 0 ? 2 : size >= 0.001 ? 4 : 6
  const text = size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return microDollars < 0 ? `-${text}` : text
}

/** A size as `1.2 MB`, in units of 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${formatCount(Math.ceil(bytes / 1e3))} KB`
  return `${formatCount(Math.round(bytes / 1e5) / 10)} MB`
}

/** Counts, by plural names that end with an s, as text: `2 accounts, 1 key, 0 sessions`. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${formatCount(count)} ${count === 1 ? name.slice(0, -1) : name}`)
    .join(', ')
}

/** A time in Unix milliseconds as `2026-11-20 07:05 UTC`. */
export function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Replaces control characters: model names come from clients and must not control the operator's terminal. */
function printable(cell: string): string {
  return cell.replace(/\p{C}/gu, '?')
}
