/** Opening square brackets and their look-alikes. */
const OPENING = '[\\[［【〔〖⟦❲⁅]'
/** A character other than an opening bracket and `]`. */
export const INSIDE = '[^\\[\\]［【〔〖⟦❲⁅]'
/** White space and invisible characters. */
export const GAP = '[\\s\\p{Cf}\\p{Cc}]*'
/** Not directly after a word, where a bracket holds an index or a type argument: `items[-1]`, `List[Record]`. */
const APART = '(?<![\\p{L}\\p{N}_)\\]])'
const ANY_OPENING = new RegExp(OPENING, 'u')

/**
 * Returns a function that replaces square brackets and their look-alikes with round ones if they would read as ours.
 * That is so if their content begins with one of `contents`, or with one of `apart` while no word directly precedes the
 * bracket. Both are sources of regular expressions, in any case. Idempotent and linear.
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
