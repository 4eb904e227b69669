import type { Fields } from '../../json.ts'
import { isRule, separatorOf } from '../digest/typed/block-kind.ts'
import { cellsOf } from '../digest/typed/table-block.ts'
import { readJson } from '../tool-text.ts'

/** Limits of the algorithm: a longer text, or one with more keys, is not a record. */
const LONGEST_TEXT = 60_000
const MAX_KEYS = 40
const LEAST_LINES = 3
const LEAST_TABLE = 2

/** The value of a text that is JSON, a table with a head, or lines of `key: value`. Undefined for all other texts. */
export function readStructured(text: string): unknown {
  const json = readJson(text)
  if (json !== undefined) return json
  if (text.length > LONGEST_TEXT) return undefined
  const first = filledLines(text.slice(0, SAMPLE.characters)).slice(0, SAMPLE.lines)
  const hasFooter = FOOTER.test(text.slice(-LONGEST_FOOTER))
  if (first.length < LEAST_TABLE) return undefined
  if (rowsOf(hasFooter ? first.filter((line) => !isFooter(line)) : first, hasFooter)) {
    const lines = filledLines(text)
    return readTable(hasFooter ? lines.slice(0, lines.findLastIndex(isFooter)) : lines, hasFooter)
  }
  return first.length >= LEAST_LINES && pairsIn(first.slice(1)) ? readPairs(filledLines(text)) : undefined
}

/** The line that databases write after a table: `(4 rows)`. A line with the time of the query may follow. */
const FOOTER = /^[ \t]*\(\d+ \p{L}[^()\n]*\)\s*$/mu
const LONGEST_FOOTER = 60

function isFooter(line: string): boolean {
  return FOOTER.test(line)
}

/** The first lines decide: a text that does not begin as a table or as pairs is neither. */
const SAMPLE = { characters: 2000, lines: 4 }

function filledLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim())
}

/** A table as a list of objects, whose keys are the names of its columns. */
function readTable(lines: readonly string[], isOfDatabase: boolean): readonly Fields[] | undefined {
  const [head, ...rows] = rowsOf(lines, isOfDatabase) ?? []
  if (!head || rows.length === 0 || !isHead(head, rows)) return undefined
  // Two lines of like form may be anything, unless the first one is written as a head.
  const isCertain = rows.length > 1 || isOfDatabase || isRule(lines[1]!) || head.every((name) => CAPITALS.test(name))
  if (!isCertain) return undefined
  return rows.map((row) => Object.fromEntries(head.map((key, column) => [key, row[column]!])))
}

/** `NAME` and `CPU(cores)`. */
const CAPITALS = /^\p{Lu}{2}/u

/** The cells of all lines. In the output of a database, `|` always separates cells, and cells may be long. */
function rowsOf(lines: readonly string[], isOfDatabase: boolean): string[][] | undefined {
  const isRuled = lines.length > 1 && isRule(lines[1]!)
  const filled = isRuled ? lines.filter((line) => !isRule(line)) : lines
  if (filled.length < 2) return undefined
  const separator = isRuled || (isOfDatabase && filled[0]!.includes('|')) ? '|' : separatorOf(filled)
  const cells = filled.map((line) => (separator ? cellsOf(line, separator) : line.trim().split(/\s{2,}/)))
  const columns = cells[0]!.length
  return columns >= (isOfDatabase ? 2 : 3) && cells.every(({ length }) => length === columns) ? cells : undefined
}

/**
 * True if `head` names the columns: its cells are distinct words without figures and no values of their columns, and at
 * least half of the rows contain a figure.
 */
function isHead(head: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const isName = (name: string): boolean => name.length <= LONGEST_KEY && /\p{L}/u.test(name) && !/\p{Nd}/u.test(name)
  if (new Set(head).size < head.length || !head.every(isName)) return false
  if (rows.some((row) => row.some((cell, column) => cell === head[column]))) return false
  return rows.filter((row) => row.some((cell) => /\p{Nd}/u.test(cell))).length >= 0.5 * rows.length
}

const LONGEST_KEY = 32
const PAIR = /^\s*(\p{L}[^:：=,;{}()[\]"]{0,31}?)\s*(?:: |：)\s*(\S.*)$/u

/** Lines of `key: value` as one object; a line before them may be a title. */
function readPairs(lines: readonly string[]): Fields | undefined {
  if (lines.length > MAX_KEYS) return undefined
  const pairs = pairsIn(lines) ?? pairsIn(lines.slice(1))
  if (!pairs || pairs.length < LEAST_LINES) return undefined
  return new Set(pairs.map(([key]) => key)).size === pairs.length ? Object.fromEntries(pairs) : undefined
}

function pairsIn(lines: readonly string[]): readonly (readonly [string, string])[] | undefined {
  const pairs = lines.flatMap((line) => {
    const pair = PAIR.exec(line)
    // Code and several sentences are not values.
    return pair && !/[{};,([]$|\p{Ll}{2}[.!?] \p{Lu}|。./u.test(pair[2]!.trimEnd())
      ? [[pair[1]!, pair[2]!.trim()] as const]
      : []
  })
  return pairs.length === lines.length ? pairs : undefined
}
