import { quotedFragmentsOf } from '../text/quoted-fragments.ts'
import { turningHeadingsOf } from '../text/turning-headings.ts'
import { perText } from './per-text.ts'

/** The fragments of a text within quotations, with the opening mark of each. */
export const quotationMarksIn = perText(quotedFragmentsOf)
/** The fragments of a text below a heading that changes their meaning, with that heading. */
export const turningHeadingsIn = perText(turningHeadingsOf)

/**
 * A text after its lead-in: the heading above it, or the opening mark of its quotation. No space follows a quotation
 * mark.
 */
export function afterLeadIn(leadIn: string, text: string): string {
  return isMark(leadIn) ? leadIn + text : `${leadIn} ${text}`
}

export function isMark(leadIn: string): boolean {
  return leadIn.length === 1
}
