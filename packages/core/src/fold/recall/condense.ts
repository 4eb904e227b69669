import { bestFirst } from '../../best-first.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { telegraphic } from '../../text/telegraphic.ts'
import { contentTerms } from '../../words/terms.ts'

/** Markdown at the start of a line (headings, bullets, quotes), emphasis and fences: how it looked, not what it said. */
const MARKUP = /^[ \t]*[#>*+-][#>*+\- \t]*(?=[ \t])|\*\*|__|`{3}\w*/gm

/** `text` without what only says how it looked. */
export function withoutMarkup(text: string): string {
  return text.replace(MARKUP, '')
}

/**
 * A long text at the share `coverage` of its distinct content words: the lines and sentences that add most new words for
 * their length, in their order, worded telegraphically.
 */
export function condense(text: string, coverage: number): string {
  const lines = linesOf(withoutMarkup(text))
  const all = new Set<number>()
  for (const line of lines) for (const term of line.terms) all.add(term)
  const wanted = coverage * all.size
  const seen = new Set<number>()
  const chosen = new Set<Line>()
  const gainOf = (item: number): number => {
    const { terms, cost } = lines[item]!
    let fresh = 0
    for (const term of terms) if (!seen.has(term)) fresh++
    return fresh / cost
  }
  for (const { item } of bestFirst({ count: lines.length, gainOf })) {
    if (seen.size >= wanted) break
    chosen.add(lines[item]!)
    for (const term of lines[item]!.terms) seen.add(term)
  }
  return lines
    .filter((line) => chosen.has(line))
    .map((line) => telegraphic(line.text))
    .filter(Boolean)
    .join('; ')
}

/** Of text that is worded telegraphically once it is chosen. */
const TOKENS_PER_CHARACTER = 0.12

interface Line {
  readonly text: string
  readonly terms: readonly number[]
  readonly cost: number
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const fragment of fragmentsOf(text)) {
    const { text } = fragment
    const terms = [...new Set(contentTerms(text))]
    // Tokens are taken from the letters: near enough for a choice, and the same in every process.
    if (terms.length) lines.push({ text, terms, cost: TOKENS_PER_CHARACTER * text.length + 2 })
  }
  return lines
}
