import type { Language } from '../../lexicon/languages.ts'
import { coverTerms } from '../../select.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { distinctTerms, worded } from '../known-texts.ts'
import type { Transcript } from '../transcript.ts'
import { GAP } from './gap.ts'

/**
 * Markdown at the start of a line (headings, bullets), `**` at the edge of a word, and fences. The sign of a
 * quotation stays, because the quoted words may be another person's. `2**10` and `__init__` are not emphasis.
 */
const MARKUP = /^[ \t]*[#*+-][#*+\- \t]*(?=[ \t])|(?<![\w*])\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?![\w*])|`{3}\w*/gm

/** `text` without markup. */
export function withoutMarkup(text: string): string {
  return text.replace(MARKUP, '')
}

/**
 * Estimated tokens per character of a line, which gets telegraphic wording after it is chosen. Precise enough to choose
 * lines, and the same in every process.
 */
const TOKENS_PER_CHARACTER = 0.12

/**
 * Shortens a text to lines and sentences that together contain the share `coverage` of its distinct content words. Those
 * with the most new words for their length are chosen first. The result keeps their order, in telegraphic wording.
 */
export function condense(
  { transcript }: { readonly transcript: Transcript },
  text: string,
  { coverage, prior }: { readonly coverage: number; readonly prior: Language | undefined },
): string {
  const lines = fragmentsOf(withoutMarkup(text), prior).map(({ text }) => ({
    text,
    terms: new Set(distinctTerms(transcript, text)),
    cost: TOKENS_PER_CHARACTER * text.length + 2,
  }))
  return coverTerms(lines, { share: coverage })
    .map((place) => worded(transcript, lines[place]!.text, prior))
    .filter(Boolean)
    .join(GAP)
}
