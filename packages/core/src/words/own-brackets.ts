/** Square brackets and their look-alikes. */
const OPENING = '[\\[［【〔〖⟦❲⁅]'
/** Any content without a bracket. */
export const INSIDE = '[^\\[\\]［【〔〖⟦❲⁅]'
/** White space and invisible characters. */
export const GAP = '[\\s\\p{Cf}\\p{Cc}]*'
/** After a word, a short bracket is an index, a type argument or similar: `items[-1]`, `List[Record]`. */
const APART = '(?<![\\p{L}\\p{N}_)\\]])'
const ANY_OPENING = new RegExp(OPENING, 'u')

/**
 * Returns a function that replaces square brackets and their look-alikes with round ones if they would read as ours. These are
 * brackets that begin with one of `contents`, sources of regular expressions, in any case. With one of `apart`, only if no word
 * directly precedes them. Idempotent and linear.
 */
export function roundBrackets(contents: readonly string[], apart: readonly string[] = []): (text: string) => string {
  const opening = `${OPENING}(?=${GAP}(?:${contents.join('|')}))`
  const openingApart = apart.length ? `|${APART}${OPENING}(?=${GAP}(?:${apart.join('|')}))` : ''
  const ours = new RegExp(`(?:${opening}${openingApart})(?:(${INSIDE}{0,240})\\])?`, 'giu')
  return (text) => {
    if (!ANY_OPENING.test(text)) return text
    return text.replace(ours, (_all, inside: string | undefined) => (inside === undefined ? '(' : `(${inside})`))
  }
}
