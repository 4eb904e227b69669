import type { Segment } from './scoring.ts'

/** The parts of an answer that repeat earlier text: numbers and identifiers, and whole lines. Each counts once. */
export interface SaidAgain {
  readonly values: readonly string[]
  readonly lines: readonly string[]
}

/** Number of repeated values and lines, or of those that were sent. */
export interface AgainCount {
  readonly values: number
  readonly lines: number
}

/** Least length of a line, in characters. Shorter lines are equal by chance. */
const LEAST_LINE = 20
/** Words that may be values (prices, times, dates, identifiers, versions, paths) if they contain a digit. */
const VALUE = /[A-Za-z0-9][\w:.,/-]*/g

/** The parts of `answer` that repeat `history`, without instructions. */
export function saidAgain(answer: string, history: readonly Segment[]): SaidAgain {
  const said = conversationText(history)
  const known = new Set(linesOf(said))
  return {
    values: valuesOf(answer).filter((value) => occurs(said, value)),
    lines: [...new Set(linesOf(answer))].filter((line) => known.has(line)),
  }
}

/** Counts the values and lines of `again` that `sent` contains. */
export function countSent(again: SaidAgain, sent: readonly Segment[]): AgainCount {
  const text = conversationText(sent)
  return {
    values: again.values.filter((value) => occurs(text, value)).length,
    lines: again.lines.filter((line) => text.includes(line)).length,
  }
}

function conversationText(segments: readonly Segment[]): string {
  return segments
    .filter(({ role }) => role !== 'system')
    .map(({ text }) => text)
    .join('\n')
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= LEAST_LINE)
}

function valuesOf(text: string): string[] {
  const found = text.match(VALUE) ?? []
  const values = found.map((word) => word.replace(/[:.,/-]+$/, '')).filter((word) => word.length > 1 && /\d/.test(word))
  return [...new Set(values)]
}

/** True if the text contains the value as a separate word. The value 2,544 also matches the text 2544. */
function occurs(text: string, value: string): boolean {
  const plain = value.replace(/,(?=\d{3})/g, '')
  return standsAlone(text, value) || (plain !== value && standsAlone(text, plain))
}

function standsAlone(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!/[A-Za-z0-9]/.test(text.charAt(at - 1)) && !/[A-Za-z0-9]/.test(text.charAt(at + value.length))) return true
  }
  return false
}
