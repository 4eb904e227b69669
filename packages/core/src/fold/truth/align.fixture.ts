import { type Statement, wordsIn } from './statement.fixture.ts'

/** A statement of a message in a line, and the number of the line's words up to its end. */
export interface AlignedStatement {
  readonly statement: Statement
  readonly end: number
}

/**
 * The statements of a message that `line` contains, in order. Its words are in order, with some omitted. Each statement has
 * either none or all of its necessary words. Undefined if no choice of statements gives the line.
 */
export function align(line: string, statements: readonly Statement[]): readonly AlignedStatement[] | undefined {
  const words = wordsIn(line)
  let reached = new Map<number, readonly AlignedStatement[]>([[0, []]])
  for (const statement of statements) {
    const next = new Map(reached)
    for (const [from, said] of reached)
      for (const end of endsOf(words, from, statement)) if (!next.has(end)) next.set(end, [...said, { statement, end }])
    reached = next
  }
  return reached.get(words.length)
}

/** Possible ends of the statement in `words` if it begins at `from`. */
function endsOf(words: readonly string[], from: number, statement: Statement): readonly number[] {
  let ends = new Set([from])
  for (const { text, isNeeded } of statement.words) {
    const next = new Set<number>(isNeeded ? [] : ends)
    for (const end of ends) if (words[end] === text) next.add(end + 1)
    ends = next
  }
  ends.delete(from)
  return [...ends]
}
