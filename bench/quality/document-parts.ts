import { COST_HEADING } from './cost-section.ts'
import { LIMIT_HEADING } from './limit-section.ts'
import { VIEW_HEADING } from './view-section.ts'

/** Headings of the parts that follow the part about the fold, in order. A part ends where the next one begins. */
const HEADINGS = [COST_HEADING, LIMIT_HEADING, VIEW_HEADING] as const

/** Replaces the part under `heading`, or inserts it in the order of `HEADINGS`. */
export function withPart(document: string, heading: (typeof HEADINGS)[number], section: string): string {
  const place = HEADINGS.indexOf(heading)
  const before = document.slice(0, startOf(document, HEADINGS.slice(place)))
  const after = document.slice(startOf(document, HEADINGS.slice(place + 1)))
  return joined([before, section, after])
}

/** Replaces the part about the fold and keeps the other parts. */
export function withFold(document: string, fold: string): string {
  return joined([fold, document.slice(startOf(document, HEADINGS))])
}

function joined(parts: readonly string[]): string {
  const texts = parts.map((part) => part.trimEnd()).filter(Boolean)
  return `${texts.join('\n\n')}\n`
}

/** Offset of the first of these headings. The end of the document if it has none of them. */
function startOf(document: string, headings: readonly string[]): number {
  const places = headings.map((heading) => document.indexOf(`\n${heading}\n`)).filter((at) => at >= 0)
  return places.length ? Math.min(...places) + 1 : document.length
}
