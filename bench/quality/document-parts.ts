import { COST_HEADING } from './cost-section.ts'
import { LIMIT_HEADING } from './limit-section.ts'
import { VIEW_HEADING } from './view-section.ts'

/** The parts behind the one about the fold, in their order; each runs to the next one. */
const HEADINGS = [COST_HEADING, LIMIT_HEADING, VIEW_HEADING] as const

/** The document with the part under `heading` replaced, or put in its place. */
export function withPart(document: string, heading: (typeof HEADINGS)[number], section: string): string {
  const place = HEADINGS.indexOf(heading)
  const before = document.slice(0, startOf(document, HEADINGS.slice(place)))
  const behind = document.slice(startOf(document, HEADINGS.slice(place + 1)))
  return joined([before, section, behind])
}

/** A new document about the fold, with the parts about other things of the old one. */
export function withFold(document: string, fold: string): string {
  return joined([fold, document.slice(startOf(document, HEADINGS))])
}

function joined(parts: readonly string[]): string {
  const texts = parts.map((part) => part.trimEnd()).filter(Boolean)
  return `${texts.join('\n\n')}\n`
}

/** Where the first of these headings stands; the end of the document when none does. */
function startOf(document: string, headings: readonly string[]): number {
  const places = headings.map((heading) => document.indexOf(`\n${heading}\n`)).filter((at) => at >= 0)
  return places.length ? Math.min(...places) + 1 : document.length
}
