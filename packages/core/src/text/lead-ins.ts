import type { CueId } from '../lexicon/cue-ids.ts'
import type { Language } from '../lexicon/languages.ts'
import { findOrAdd } from '../maps.ts'
import { analyzeText, holdsCue } from './analysis.ts'
import { type Fragment, fragmentsOf } from './fragments.ts'
import { headingsIn } from './headings.ts'
import { quotedSpans } from './quoted-spans.ts'

/** Limit of the algorithm, in UTF-16 units: a longer text is data. */
const MAX_TEXT = 32 * 1024
/** Length of the longest lead-in of a quotation. In place of a longer one, its quotation mark is the lead-in. */
const MAX_LEAD_IN = 200
const QUOTED_LINE = /^[ \t]*>/u
const CODE = '`'
/** Cues of a heading whose items are not simply so: "What not to use", "If it goes badly". */
const TURNING: readonly CueId[] = [
  'negation',
  'negationMorpheme',
  'exception',
  'hedge',
  'hearsay',
  'report',
  'attribution',
  'refusal',
  'ban',
  'order',
  'hypothetical',
  'condition',
  'proposal',
  'error',
]
/** A text without one of these has neither a heading nor a quotation of several sentences. */
const MAY_LEAD = /[\n"“„«「『]/u

/** The part of a text without which a fragment of it is misread. */
export interface LeadIn {
  readonly text: string
  /** True if the fragment is part of a quotation. */
  readonly isQuotation: boolean
  /** True if the fragment says something else without it. Other headings only name the subject. */
  readonly isTurning: boolean
}

/**
 * The lead-ins of the fragments of a text, by the text of the fragment:
 * - of an item of a list, or a line of a paragraph, the heading above it: "What not to use", "If it goes badly:";
 * - of a sentence of a quotation, the sentence in which it opens: `Colin said: "We are moving. I lost my job."`
 *
 * Linear.
 */
export function leadInsOf(text: string, language: Language | undefined): ReadonlyMap<string, LeadIn> {
  const found = new Map<string, LeadIn>()
  if (text.length > MAX_TEXT || !MAY_LEAD.test(text)) return found
  const fragments = fragmentsOf(text, language)
  const byHeading = new Map<string, LeadIn>()
  const leadInOf = (heading: string): LeadIn =>
    findOrAdd(byHeading, heading, () => {
      const isTurning = holdsCue(analyzeText(heading, language).sentences, TURNING)
      return { text: heading, isQuotation: false, isTurning }
    })
  for (const [fragment, leadIn] of quotationsIn(text, fragments)) found.set(fragment.text, leadIn)
  for (const [fragment, heading] of headingsIn(text, fragments)) {
    if (!found.has(fragment.text)) found.set(fragment.text, leadInOf(heading.text))
  }
  return found
}

/** The fragments that begin within a quotation. */
function* quotationsIn(text: string, fragments: readonly Fragment[]): Generator<[Fragment, LeadIn]> {
  let at = 0
  for (const { start, end } of quotedSpans(text)) {
    while (at < fragments.length && endOf(fragments[at]!) <= start) at++
    const opener = fragments[at]
    if (!opener) return
    if (text.startsWith(CODE, start)) continue
    const isShort = opener.text.length <= MAX_LEAD_IN && !QUOTED_LINE.test(text.slice(start, end))
    const leadIn = {
      text: isShort ? opener.text : text.slice(start, end).trimStart().charAt(0),
      isQuotation: true,
      isTurning: true,
    }
    for (let next = at + 1; next < fragments.length && fragments[next]!.start < end; next++)
      yield [fragments[next]!, leadIn]
  }
}

function endOf({ text, start }: Fragment): number {
  return start + text.length
}
