import { type LeadIn, leadInsOf } from '../text/lead-ins.ts'
import { languageAt } from './language-at.ts'
import { perMessage, saidIn } from './transcript.ts'

/** The lead-ins of the fragments of message `index`, by the text of the fragment. */
export const leadInsAt = perMessage(
  (transcript, index): ReadonlyMap<string, LeadIn> =>
    leadInsOf(saidIn(transcript, index), languageAt(transcript, index)),
)

/** A text behind its lead-in. A quotation mark has no space behind it. */
export function behind(leadIn: string, text: string): string {
  return leadIn.length > 1 ? `${leadIn} ${text}` : leadIn + text
}
