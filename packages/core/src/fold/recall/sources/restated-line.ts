import { identifiersIn } from '../../tool-data/key-value.ts'
import { givesOtherFigure } from '../figure-heads.ts'
import { stemsOf } from '../word-stems.ts'
import type { ReadLine } from './read-lines.ts'

/** True if a line of a later message gives a figure of `line` another value. */
export function isRestated(line: ReadLine, lines: readonly ReadLine[]): boolean {
  return lines.some(
    (later) =>
      later.index > line.index &&
      givesOtherFigure(line.figures, later.figures) &&
      !(line.isOfTool && isAboutOther(line, later)),
  )
}

/** Least share of a line's words that later output about the same thing contains. */
const SAME_SHARE = 0.5

/**
 * True if `later` is about another thing than `line`, which is tool output: rows of one table, records with the same
 * keys.
 */
function isAboutOther(line: ReadLine, later: ReadLine): boolean {
  if (identifiersIn(line.text).some((each) => later.text.includes(each))) return false
  const words = [...wordsBesideKeys(line)]
  const shared = words.filter((each) => later.stems.has(each)).length
  return later.isOfTool ? shared < SAME_SHARE * words.length : shared === 0
}

/** A key of a record, with its colon: `"ref":`. */
const KEY = /"[^"]{1,60}"\s*:/g

function wordsBesideKeys({ text, stems, language }: ReadLine): ReadonlySet<string> {
  return text.includes('":') ? stemsOf(text.replace(KEY, ' '), language) : stems
}
