/**
 * Every character that some reader treats as the end of a line: LF, CR, VT, FF, the separators FS, GS and RS of ASCII, NEL, and
 * LS and PS of Unicode.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for these control characters.
const LINE_BREAK = /\r\n|[\n-\r\u001c-\u001e\u0085\u2028\u2029]/
/** A run of line breaks. */
export const LINE_BREAKS = new RegExp(`(?:${LINE_BREAK.source})+`, 'g')

/** The lines of a text, with any separator. */
export function linesOf(text: string): string[] {
  return text.split(LINE_BREAK)
}

/** The text on one line: each run of line breaks becomes a space. */
export function onOneLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ')
}
