import { matchesOf } from '../../matches-of.ts'
import type { Span } from '../../text/sentences.ts'

const LONGEST_QUOTE = 400
const QUOTES = [
  '`[^`\\n]{1,MOST}`',
  '"[^"\\n]{1,MOST}"',
  '“[^“”\\n]{1,MOST}”',
  '«[^«»\\n]{1,MOST}»',
  '„[^„“”\\n]{1,MOST}[“”]',
  '「[^「」\\n]{1,MOST}」',
  "(?<![\\p{L}\\p{N}])['‘](?=\\S)[^'’\\n]{1,MOST}(?:['’](?=\\p{L})[^'’\\n]{1,MOST}){0,4}['’](?![\\p{L}\\p{N}])",
  'https?:\\/\\/\\S{1,MOST}',
]
const QUOTED = new RegExp(QUOTES.join('|').replaceAll('MOST', String(LONGEST_QUOTE)), 'gu')

/** What stands in quotation marks, in backticks or in a URL: no cue in it is the speaker's own. In reading order. */
export function quotedSpans(text: string): readonly Span[] {
  if (!/["'`“”«„‘「]|:\/\//.test(text)) return NONE
  return matchesOf(text, QUOTED).map(({ 0: quote, index }) => ({ start: index, end: index + quote.length }))
}

const NONE: readonly Span[] = []
