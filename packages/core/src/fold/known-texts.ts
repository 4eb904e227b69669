import type { Language } from '../lexicon/languages.ts'
import { contentTerms } from '../words/terms.ts'
import { readStatement } from './digest/statement.ts'
import { perText } from './per-text.ts'
import type { Transcript } from './transcript.ts'

/** The distinct content terms of a text, in order of first use. */
export const distinctTerms = perText((text): readonly number[] => [...new Set(contentTerms(text))])

/** The statement of a fragment, as a digest reads it. */
export const statementIn = perText(readStatement)

/** A text in telegraphic wording. Most lines of a recall are fragments that a digest has already read. */
export function worded(transcript: Transcript, text: string, prior: Language | undefined): string {
  return statementIn(transcript, text, prior).text
}
