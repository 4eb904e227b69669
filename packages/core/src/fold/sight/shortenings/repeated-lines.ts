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
    while (next < at) out.push(lines[next++]!)
    out.push({ text: mark, kind: 'reference', at, length })
    next = at + length
  }
  while (next < lines.length) out.push(lines[next++]!)
  return out
}
