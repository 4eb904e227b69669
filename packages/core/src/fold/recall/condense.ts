import { telegraphic } from '../../text/telegraphic.ts'
import { fragmentsOf } from '../../words/fragments.ts'
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
  const queue = lines.map((line) => ({ line, value: line.terms.length / line.cost })).sort(byValue)
  while (seen.size < wanted && queue.length) {
    const { line } = queue.pop()!
    const value = line.terms.filter((term) => !seen.has(term)).length / line.cost
    const next = queue.at(-1)
    // Values only ever fall, so a line that is still worth more than the next one's old value is the best.
    if (next && value < next.value) {
      insert(queue, { line, value })
      continue
    }
    chosen.add(line)
    for (const term of line.terms) seen.add(term)
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
  readonly order: number
  readonly text: string
  readonly terms: readonly number[]
  readonly cost: number
}

interface Queued {
  readonly line: Line
  readonly value: number
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const fragment of fragmentsOf(text)) {
    const { text } = fragment
    const terms = [...new Set(contentTerms(text))]
    // Tokens are taken from the letters: near enough for a choice, and the same in every process.
    if (terms.length) lines.push({ order: lines.length, text, terms, cost: TOKENS_PER_CHARACTER * text.length + 2 })
  }
  return lines
}

/** Worst first, since the best is taken off the end; of equals the earlier line is the better one. */
function byValue(a: Queued, b: Queued): number {
  return a.value - b.value || b.line.order - a.line.order
}

function insert(queue: Queued[], item: Queued): void {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (byValue(queue[middle]!, item) < 0) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, item)
}
