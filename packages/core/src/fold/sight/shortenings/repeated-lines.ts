import { type Reference, referencesIn } from '../references.ts'
import type { SentLine, Shortening } from '../shortening.ts'

/** Replaces lines that another output in sight contains with a mark that gives their position. */
export const repeatedLines: Shortening = {
  shorten(lines, { output, read, sight }) {
    const references = referencesIn(output.text, read, sight)
    return references.length ? withReferences(lines, references) : lines
  },
}

function withReferences(lines: readonly SentLine[], references: readonly Reference[]): SentLine[] {
  const out: SentLine[] = []
  let next = 0
  for (const { at, length, mark } of references) {
    pushLines(out, lines, { from: next, to: at })
    out.push({ text: mark, kind: 'reference', at, length })
    next = at + length
  }
  pushLines(out, lines, { from: next, to: lines.length })
  return out
}

/** One by one: a call with 100,000 arguments exceeds the stack. */
function pushLines(out: SentLine[], lines: readonly SentLine[], { from, to }: { from: number; to: number }): void {
  for (let at = from; at < to; at++) out.push(lines[at]!)
}
