import { telegraphic } from '../text/telegraphic.ts'

/** Emphasis, fences and heading signs: how a text looked, not what it said. */
const MARKUP = /\*{2,}|_{2,}(?=\s|$)|(?<=^|\s)_{2,}|`{3,}\w*|^#{1,6}\s/g

/** The sentence as it stands, on one line and without emphasis signs. */
export function plain(text: string): string {
  return text.replace(MARKUP, '').replace(/\s+/g, ' ').trim()
}

/** The sentence in telegraphic wording; every content word, figure and negation stays. */
export function abridged(text: string): string {
  const short = telegraphic(plain(text))
  if (!short) return ''
  return /[.!?:。！？：]$/u.test(short) ? short : `${short}.`
}
