import { parseJson } from '../json.ts'

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
  return start === '{' || start === '[' ? parseJson(text) : undefined
}

/** Longest line number. Files have fewer than a hundred million lines, and longer figures are times. */
const LINE_NUMBER = /^ *(\d{1,8})(?:→|\t|: ?| *\| )/

/** True if a text has the line numbers that file viewers put before each line. */
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

/** The number that a file viewer put before a line, and the rest of the line. Undefined without a number. */
export function numberedLine(line: string): { readonly number: number; readonly text: string } | undefined {
  const match = LINE_NUMBER.exec(line)
  return match ? { number: Number(match[1]), text: line.slice(match[0].length) } : undefined
}
