import type { Word } from '../words/words.ts'
import { extractDates } from './extract-dates.ts'
import { extractEmails } from './extract-emails.ts'
import { extractErrors } from './extract-errors.ts'
import { extractIdentifiers } from './extract-identifiers.ts'
import { extractMoney } from './extract-money.ts'
import { extractNumbers } from './extract-numbers.ts'
import { extractPaths } from './extract-paths.ts'
import { extractPercentages } from './extract-percentages.ts'
import { extractQuantities } from './extract-quantities.ts'
import { extractTimes } from './extract-times.ts'
import { extractUrls } from './extract-urls.ts'
import { extractVersions } from './extract-versions.ts'
import { createSheet, type TagSheet } from './sheet.ts'
import type { Tag } from './tag.ts'

/** In this order: text that an earlier extractor has marked is not available to a later one. */
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

/** The typed values of a text in reading order, without overlaps; `words` are its words. Linear; never throws. */
export function extractTags(text: string, words: readonly Word[]): Tag[] {
  const sheet = createSheet(text, words)
  for (const extract of PATTERNS) extract(sheet)
  return sheet.tags()
}
