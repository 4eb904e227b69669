import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import { matchesOf } from '../matches-of.ts'
import { MARK } from './chunks.ts'
import type { TagSheet } from './sheet.ts'

const VERSION = /^[v~><]?(\d{1,6}(?:\.\d{1,8}){2,3}(?:[-+.][\p{L}\d.+-]{1,40})?)$/iu
const MARKED = /^v(\d{1,6}(?:\.\d{1,8}){0,3}(?:[-+.][\p{L}\d.+-]{1,40})?)$/iu
/** Without a `v`, a number of two parts is a version only after the word "version". */
const BEHIND_WORD = new RegExp(
  `(?<![\\p{L}\\d])(?:${anyOf(phrasesOf(({ versionWords }) => versionWords))})[ :]{0,2}(\\d{1,6}(?:\\.\\d{1,8}){0,3})(?!\\d)`,
  'giu',
)
const DATE = /^\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$|^(?:19|20)\d\d\.\d{1,2}\.\d{1,2}$/
const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Versions: `v2`, `1.2.3-beta.1`, `version 3.11`. Without the `v`, so that both spellings are equal. */
export function extractVersions(sheet: TagSheet): void {
  for (const { text, start, end, marks } of sheet.chunks) {
    if (!(marks & MARK.digit)) continue
    const version = (MARKED.exec(text) ?? VERSION.exec(text))?.[1]
    if (!version || DATE.test(text) || THOUSANDS.test(text) || ADDRESS.test(text)) continue
    sheet.put({ kind: 'version', text: version.toLowerCase(), start, end })
  }
  if (!sheet.figures.length) return
  for (const match of matchesOf(sheet.text, BEHIND_WORD)) {
    const end = match.index + match[0].length
    sheet.put({ kind: 'version', text: match[1]!, start: end - match[1]!.length, end })
  }
}
