/** Square brackets, and those that look like them. */
const OPENING = '[\\[［【〔〖⟦❲⁅]'
/** Whatever may stand in them, without a bracket. */
export const INSIDE = '[^\\[\\]［【〔〖⟦❲⁅]'
/** White space, and what nobody sees. */
export const GAP = '[\\s\\p{Cf}\\p{Cc}]*'
/** Behind a word a short bracket is an index, a type argument or the like: `items[-1]`, `List[Record]`. */
const APART = '(?<![\\p{L}\\p{N}_)\\]])'
const ANY_OPENING = new RegExp(OPENING, 'u')

/**
 * Gives a function that writes round brackets where square ones, or any that look like them, would read as ours: those
 * that begin with one of `contents`, sources of regular expressions, in small or capital letters; with one of `apart` only
 * where no word stands directly before. What it gives it leaves as it is. Linear.
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
