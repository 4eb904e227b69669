import { telegraphic } from './telegraphic.ts'

/** Emphasis, fences and heading signs: how a text looked, not what it said. */
const MARKUP = /\*{2,}|_{2,}(?=\s|$)|(?<=^|\s)_{2,}|`{3,}\w*|^#{1,6}\s/g
/** Apostrophes are often left out; without them a negation would pass for a function word. */
const BARE_NEGATION = /\b(do|does|did|is|was|are|were|has|have|had|ca|wo|could|would|should)nt\b/gi

/** The sentence as it stands, on one line and without emphasis signs. */
export function plain(text: string): string {
  return text.replace(MARKUP, '').replace(/\s+/g, ' ').trim()
}

/** The sentence in telegraphic wording; every figure, name and negation stays. */
export function abridged(text: string): string {
  const short = telegraphic(plain(text).replace(BARE_NEGATION, "$1n't"))
  if (!short) return ''
  return /[.!?:]$/.test(short) ? short : `${short}.`
}
