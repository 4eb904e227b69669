import { leadInsOf } from '../text/lead-ins.ts'
import { perText } from './per-text.ts'

/** The lead-ins of the fragments of a text, by the text of the fragment. */
export const leadInsIn = perText(leadInsOf)

/** A text behind its lead-in. A quotation mark has no space behind it. */
export function behind(leadIn: string, text: string): string {
  return leadIn.length > 1 ? `${leadIn} ${text}` : leadIn + text
}
