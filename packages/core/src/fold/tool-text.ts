import { parseJson } from '../json.ts'

/** What kind of text a tool gave or was given: it decides how the text is cut and what of it is worth keeping. */
export type ToolText =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }

/** Reads JSON objects and arrays as such; everything else, damaged JSON too, is lines. */
export function readToolText(text: string): ToolText {
  const start = text.trimStart().charAt(0)
  if (start === '{' || start === '[') {
    const value = parseJson(text)
    if (value !== undefined) return { kind: 'json', value }
  }
  return { kind: 'lines', lines: text.split('\n') }
}

/** No file has a hundred million lines: longer figures are times. */
const LINE_NUMBER = /^ *(\d{1,8})(?:→|\t|: ?| *\| )/

/** Whether a text carries the line numbers that file viewers put before each line. */
export function hasLineNumbers(lines: readonly string[]): boolean {
  let numbered = 0
  let filled = 0
  for (const line of lines) {
    if (!line.trim()) continue
    filled++
    if (LINE_NUMBER.test(line)) numbered++
  }
  return filled >= 3 && numbered >= 0.7 * filled
}

export function withoutLineNumber(line: string): string {
  return line.replace(LINE_NUMBER, '')
}

/** The number a file viewer put before a line, and the line behind it; undefined where there is none. */
export function numberedLine(line: string): { readonly number: number; readonly text: string } | undefined {
  const match = LINE_NUMBER.exec(line)
  return match ? { number: Number(match[1]), text: line.slice(match[0].length) } : undefined
}
