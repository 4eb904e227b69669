/** What kind of text a tool gave or was given: it decides how the text is cut and what of it is worth keeping. */
export type ToolText =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }

/** Reads JSON objects and arrays as such; everything else, damaged JSON too, is lines. */
export function readToolText(text: string): ToolText {
  const start = text.trimStart().charAt(0)
  if (start === '{' || start === '[') {
    try {
      return { kind: 'json', value: JSON.parse(text) }
    } catch {
      // A listing or a log that happens to begin with a bracket.
    }
  }
  return { kind: 'lines', lines: text.split('\n') }
}

const LINE_NUMBER = /^ *\d+(?:→|\t|: ?| *\| )/

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
