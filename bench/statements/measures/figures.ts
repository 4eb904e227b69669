import type { Abridged } from './abridged.ts'

const SHORT_WORD = 3
const HAS_DIGIT = /\d/
const SIGN_BEHIND = /^[ \u00a0\u202f]?([%‰€£$¥₩₹₽°])/u
const SIGN_BEFORE = /([€£$¥₩₹₽])[ \u00a0\u202f]?$/u

/**
 * Figures that may lack the word that they count; a reader decides. Either the word before the figure is omitted and an
 * earlier word of its clause is kept, or the unit or sign of the figure is missing.
 */
export function looseFigures({ line, source, words, kept }: Abridged): readonly string[] {
  return words.flatMap(({ text, start, end, clause }, index) => {
    if (!HAS_DIGIT.test(text) || !kept.has(index)) return []
    const isOfClause = (at: number) => words[at]?.clause === clause
    const head = headBefore(index, (at) => isOfClause(at) && words[at]!.text.length <= SHORT_WORD && !kept.has(at))
    const hasLostHead = isOfClause(head) && !kept.has(head) && hasKeptBefore(head, isOfClause, kept)
    const unit = words[index + 1]
    const hasLostUnit = unit !== undefined && unit.start === end && !kept.has(index + 1)
    if (!hasLostHead && !hasLostUnit && !hasLostSign({ line: line.text, source, figure: text, start, end })) return []
    return [source.slice(words[Math.max(0, head - 1)]!.start, unit?.end ?? end).replace(/\s+/g, ' ')]
  })
}

/** The nearest word before the figure, except for short omitted words. */
function headBefore(index: number, isSkipped: (at: number) => boolean): number {
  let at = index - 1
  while (at >= 0 && isSkipped(at)) at--
  return at
}

function hasKeptBefore(head: number, isOfClause: (at: number) => boolean, kept: ReadonlySet<number>): boolean {
  for (let at = head - 1; at >= 0 && isOfClause(at); at--) if (kept.has(at)) return true
  return false
}

interface Place {
  readonly line: string
  readonly source: string
  readonly figure: string
  readonly start: number
  readonly end: number
}

/** True if the source has a sign next to the figure, and the line does not. */
function hasLostSign({ line, source, figure, start, end }: Place): boolean {
  const sign = signAt(source, start, end)
  if (sign === undefined) return false
  const said = line.toLowerCase()
  for (let at = said.indexOf(figure); at >= 0; at = said.indexOf(figure, at + 1)) {
    const to = at + figure.length
    const isWhole = !/\p{Nd}[.,]?$/u.test(said.slice(0, at)) && !/^[.,]?\p{Nd}/u.test(said.slice(to))
    if (isWhole && signAt(said, at, to) === sign) return false
  }
  return true
}

/** The sign of the figure at `[start, end)` of a text. */
function signAt(text: string, start: number, end: number): string | undefined {
  return (
    SIGN_BEHIND.exec(text.slice(end, end + 2))?.[1] ?? SIGN_BEFORE.exec(text.slice(Math.max(0, start - 2), start))?.[1]
  )
}
