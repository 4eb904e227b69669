const LONGEST_QUOTE = 400
const QUOTES = [
  '`[^`\\n]{1,MOST}`',
  '"[^"\\n]{1,MOST}"',
  '“[^“”\\n]{1,MOST}”',
  '«[^«»\\n]{1,MOST}»',
  '„[^„“”\\n]{1,MOST}[“”]',
  "(?<![\\p{L}\\p{N}])['‘](?=\\S)[^'’\\n]{1,MOST}(?:['’](?=\\p{L})[^'’\\n]{1,MOST}){0,4}['’](?![\\p{L}\\p{N}])",
  'https?:\\/\\/\\S{1,MOST}',
]
const QUOTED = new RegExp(QUOTES.join('|').replaceAll('MOST', String(LONGEST_QUOTE)), 'gu')
/** A quotation of so few words names a thing or a value; a longer one repeats what somebody said. */
const NAMING_WORDS = 2

/**
 * The text with what stands in quotation marks, in backticks or in a URL covered by a sign that is no letter, so that no
 * rule takes it for the speaker's own words. Offsets stay. With `keepNames`, quotations of one or two words stay as well.
 */
export function coverQuotations(text: string, keepNames: boolean): string {
  if (!/["'`“”«„‘]|:\/\//.test(text)) return text
  return text.replace(QUOTED, (quoted) => {
    return keepNames && isName(quoted) ? quoted : '∎'.repeat(quoted.length)
  })
}

/** One or two words, or a title. */
function isName(quoted: string): boolean {
  if (quoted.includes('://')) return false
  const words = quoted.slice(1, -1).trim().split(/\s+/)
  return words.length <= NAMING_WORDS || (words.length <= 8 && words.every((word) => !/^\p{Ll}{4}/u.test(word)))
}
