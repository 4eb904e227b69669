import { type Word, wordsOf } from '../words/words.ts'
import { extractDates } from './extract-dates.ts'
import { extractEmails } from './extract-emails.ts'
import { extractErrors } from './extract-errors.ts'
import { extractIdentifiers } from './extract-identifiers.ts'
import { extractMoney } from './extract-money.ts'
import { extractNames } from './extract-names.ts'
import { extractNumbers } from './extract-numbers.ts'
import { extractPaths } from './extract-paths.ts'
import { extractPercentages } from './extract-percentages.ts'
import { extractPhrases } from './extract-phrases.ts'
import { extractQuantities } from './extract-quantities.ts'
import { extractTerms } from './extract-terms.ts'
import { extractTimes } from './extract-times.ts'
import { extractUrls } from './extract-urls.ts'
import { extractVersions } from './extract-versions.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import { linesOf } from './lines.ts'
import { createSheet, type TagSheet } from './sheet.ts'
import type { Tag } from './tag.ts'

/** In this order: what an earlier one has taken, a later one does not get. */
const PATTERNS: readonly ((sheet: TagSheet) => void)[] = [
  extractUrls,
  extractEmails,
  extractPaths,
  extractVersions,
  extractErrors,
  extractMoney,
  extractDates,
  extractTimes,
  extractPercentages,
  extractQuantities,
  extractIdentifiers,
  extractNumbers,
]

/** Marks the typed values of a text on its sheet. */
export function extractPatterns(sheet: TagSheet): void {
  for (const extract of PATTERNS) extract(sheet)
}

/**
 * What a text speaks of, by place, without overlaps. `lexicon` is what the session's earlier texts have taught and learns
 * from this one: with it, a text cut at line breaks and read part by part gives the same tags. Linear; never throws.
 */
export function extractTags(
  text: string,
  lexicon: Lexicon = createLexicon(),
  words: readonly Word[] = wordsOf(text),
): Tag[] {
  const sheet = createSheet(text, words)
  extractPatterns(sheet)
  for (const line of linesOf(sheet)) {
    extractNames(sheet, line, lexicon)
    extractPhrases(sheet, line, lexicon)
    extractTerms(sheet, line)
  }
  return sheet.tags()
}
