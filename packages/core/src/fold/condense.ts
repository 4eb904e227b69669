import { fragmentsOf } from './fragments.ts'
import { contentTerms } from './terms.ts'
import type { CountTokens } from './transcript.ts'
import { type Frequencies, telegraphic } from './wording.ts'

/**
 * A long text at the share `coverage` of its distinct content words: the lines and sentences that add most new words per
 * token, in their order, worded telegraphically. Marking (headings, bullets, emphasis) goes.
 */
export function condense(
  text: string,
  frequencies: Frequencies,
  options: { readonly coverage: number; readonly count: CountTokens },
): string {
  const lines = fragmentsOf(text.replace(/^[ \t]*(?:[#>*+-]+[ \t]+)+|\*\*|__|`{3,}\w*/gm, ''))
    .map(({ text: line }) => {
      const worded = telegraphic(line, frequencies, 0)
      return { worded, terms: new Set(contentTerms(worded)), cost: 0.6 * options.count(worded) + 2 }
    })
    .filter((line) => line.terms.size > 0)
  const all = new Set<number>()
  for (const line of lines) for (const term of line.terms) all.add(term)
  const wanted = options.coverage * all.size
  const seen = new Set<number>()
  const chosen = new Set<number>()
  while (seen.size < wanted) {
    const best = bestLine(lines, chosen, seen)
    if (best < 0) break
    chosen.add(best)
    for (const term of lines[best]!.terms) seen.add(term)
  }
  return lines
    .filter((_, index) => chosen.has(index))
    .map((line) => line.worded)
    .join('; ')
}

function bestLine(
  lines: readonly { readonly terms: ReadonlySet<number>; readonly cost: number }[],
  chosen: ReadonlySet<number>,
  seen: ReadonlySet<number>,
): number {
  let best = -1
  let bestValue = 0
  for (const [index, line] of lines.entries()) {
    if (chosen.has(index)) continue
    let fresh = 0
    for (const term of line.terms) if (!seen.has(term)) fresh++
    const value = fresh / line.cost
    if (value > bestValue) {
      best = index
      bestValue = value
    }
  }
  return best
}
