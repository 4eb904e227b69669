import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import { matchesOf } from '../matches-of.ts'
import { type Chunk, chunksOf, MARK } from './chunks.ts'
import type { TagSheet } from './sheet.ts'

const EXACT =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[\da-f]*\d)(?=\d*[a-f])[\da-f]{7,128}|\p{Lu}[\p{Lu}\d]{1,9}-\d{1,8}|#\d{1,9}|\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?|@[\p{L}\d][\p{L}\d_.-]{1,60})$/iu
const TICKET = /^\p{Lu}[\p{Lu}\d]{1,9}-\d{1,8}$/u
/** Letters and digits with the special characters of identifiers. */
const BODY = /^[@#$-]{0,2}[\p{L}\p{N}_][\p{L}\p{N}_.:/@#~+-]*$/u
/** Product names that end like a file or host: Node.js, Socket.io. */
export const DOTTED_NAME = /^\p{Lu}\p{L}+\.(?:js|io|net|ai|py)$/u
/** `21st`, and decades: `1990s`. */
const ORDINAL = new RegExp(`^\\d{1,4}(?:s|${anyOf(phrasesOf(({ ordinalEndings }) => ordinalEndings))})$`, 'i')
const PHONE = /(?<![\p{L}\d+])\+\d{1,3}[ -]?(?:\(\d{1,5}\)[ -]?)?\d{2,5}(?:[ -]?\d{2,5}){1,4}(?!\d)/gu

/** Names of things in programs and records: camelCase, snake_case, hashes, UUIDs, tickets, letters mixed with digits. */
export function extractIdentifiers(sheet: TagSheet): void {
  for (const chunk of sheet.chunks) {
    if (isIdentifier(chunk)) sheet.put({ kind: 'identifier', text: chunk.text, start: chunk.start, end: chunk.end })
    else if (/[/.:#-]/.test(chunk.text)) extractParts(sheet, chunk)
  }
  if (sheet.figures.length && sheet.text.includes('+')) {
    for (const match of matchesOf(sheet.text, PHONE))
      sheet.putMatch('identifier', match[0].replace(/[^\d+]/g, ''), match)
  }
}

function isIdentifier({ text, marks }: Chunk): boolean {
  if (EXACT.test(text) && (TICKET.test(text) || !/^[a-z]+-\d+$/i.test(text))) return true
  if (DOTTED_NAME.test(text)) return true
  if (!BODY.test(text) || !/\p{L}/u.test(text) || ORDINAL.test(text)) return false
  if (text.length > 128 || /[/:]/.test(text)) return false
  if (marks & MARK.camel) return /\p{Ll}\p{Lu}/u.test(text)
  if (marks & MARK.underscore) return /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(text)
  // A number with a suffix ("70s", "10am") or a word with a number ("step2") needs at least four characters.
  return (marks & MARK.digit) !== 0 && text.length >= 4 && /\p{L}[^\p{L}]*\d|\d[^\p{L}]*\p{L}{2}/u.test(text)
}

const PART = /[^/.:#-]+/g

/** The parts of "user.getName" or "a/b_c", each checked separately if the whole is not an identifier. */
function extractParts(sheet: TagSheet, chunk: Chunk): void {
  for (const match of matchesOf(chunk.text, PART)) {
    const start = chunk.start + match.index
    const end = start + match[0].length
    if (match[0].length <= 3) continue
    // The marks of the whole may be those of another part.
    const marks = chunksOf(match[0])[0]?.marks ?? 0
    if (isIdentifier({ text: match[0], start, end, marks }))
      sheet.put({ kind: 'identifier', text: match[0], start, end })
  }
}
