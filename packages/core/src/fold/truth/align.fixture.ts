import { type Statement, wordsIn } from './statement.fixture.ts'

/** A statement of a message that a line says, and the words of the line behind which it ends. */
export interface AlignedStatement {
  readonly statement: Statement
  readonly end: number
}

/**
 * The statements of a message that `line` says, in their order: its words in order, some of them left out, of each
 * statement either none or all that it needs. Undefined when no choice of statements makes the line.
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

/** Where the statement may end in `words` when it begins at `from`. */
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
