import { parseToQuote } from '../json.ts'

/** The kind of a tool's input or output. It determines how the text is cut and which parts are kept. */
export type ToolText =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }

/** Parses JSON objects and arrays. Everything else, including damaged JSON, is lines. */
export function readToolText(text: string): ToolText {
  const value = readJson(text)
  return value === undefined ? { kind: 'lines', lines: text.split('\n') } : { kind: 'json', value }
}

/** The value of a text that is a JSON object or list. Undefined for all other texts. */
export function readJson(text: string): unknown {
  const start = text.trimStart().charAt(0)
  return start === '{' || start === '[' ? parseToQuote(text) : undefined
}

/** Longest line number. Files have fewer than a hundred million lines, and longer figures are times. `06:00` is a time too. */
const LINE_NUMBER = /^ *(\d{1,8})(→|\t|:(?!\d\d(?!\d)) ?| *\| )/
/** A list of years, as in `2021: 310 t`. */
const YEARS = { from: 1900, to: 2100 }

/**
 * True if a text has the line numbers that file viewers put before each line: most lines have one, and they rise. The first
 * column of a table is not numbered, although it may contain rising figures: its head has the same separator.
 */
export function hasLineNumbers(lines: readonly string[]): boolean {
  let filled = 0
  let rising = 0
  let last = -1
  let isYears = true
  let numbered = 0
  for (const line of lines) {
    if (!line.trim()) continue
    filled++
    const match = LINE_NUMBER.exec(line)
    if (!match) {
      if (numbered === 0 && /\||^[^\t]+\t/.test(line)) return false
      continue
    }
    const number = Number(match[1])
    if (number > last) rising++
    last = number
    isYears &&= number >= YEARS.from && number <= YEARS.to
    numbered++
  }
  return filled >= 3 && numbered >= 0.7 * filled && rising >= 0.8 * numbered && !isYears
}

/** The number that a file viewer put before a line, and the rest of the line. Undefined without a number. */
export function numberedLine(line: string): { readonly number: number; readonly text: string } | undefined {
  const match = LINE_NUMBER.exec(line)
  return match ? { number: Number(match[1]), text: line.slice(match[0].length) } : undefined
}
