/** Conditions on the position of a phrase, besides its words. */
export interface PhrasePlace {
  /** True if the phrase counts only at the start of a sentence, or after a comma or another sign within it. */
  readonly opens: boolean
  /** The kind of punctuation that has to follow. */
  readonly sign: Sign | undefined
}

export type Sign = 'comma' | 'question' | 'stop' | 'colon'

/** A phrase of a lexicon file, parsed. */
export interface Phrase extends PhrasePlace {
  /** One part, or the parts around an ellipsis. */
  readonly parts: readonly PhrasePart[]
  /** True if accents distinguish the phrase from other words, so that it has no spelling without them. */
  readonly isExact: boolean
}

export interface PhrasePart {
  readonly text: string
  /** The place of `text` in a word, if it is not a whole one. */
  readonly affix: 'prefix' | 'suffix' | 'infix' | undefined
}

const SIGNS: Readonly<Record<string, Sign>> = {
  ',': 'comma',
  '،': 'comma',
  '，': 'comma',
  '、': 'comma',
  '?': 'question',
  '？': 'question',
  '؟': 'question',
  '。': 'stop',
  '.': 'stop',
  ':': 'colon',
}

/** Reads the notation that `README.md` describes. */
export function parsePhrase(written: string): Phrase {
  let text = written
  const opens = text.startsWith('^')
  if (opens) text = text.slice(1)
  const isExact = text.startsWith('=')
  if (isExact) text = text.slice(1)
  const last = text.at(-1)!
  const sign = last === '.' && isAbbreviation(text) ? undefined : SIGNS[last]
  if (sign) text = text.slice(0, -1)
  const parts = text.split('…').map((part) => part.trim())
  return { parts: parts.filter(Boolean).map(parsePart), opens, isExact, sign }
}

/** Each part of a phrase may be an affix: "-지 … 마세요". */
function parsePart(written: string): PhrasePart {
  const starts = written.startsWith('-')
  const ends = written.endsWith('-')
  const affix = starts && ends ? 'infix' : starts ? 'suffix' : ends ? 'prefix' : undefined
  return { text: written.replace(/^-|-$/g, ''), affix }
}

/** True if the dot at the end belongs to the abbreviation, as in "z.B.". */
function isAbbreviation(text: string): boolean {
  return text.indexOf('.') < text.length - 1 && /[\p{L}\p{N}]\.$/u.test(text)
}

const FOLLOWS: Readonly<Record<Sign, RegExp>> = {
  comma: /^\s?(?:[,،，、;；:：–—…]|\.\.| - )/,
  question: /^\s?[?？؟]/,
  stop: /^\s?(?:[。.!！]|$)/,
  colon: /^\s?[:：]/,
}

/** True if the required punctuation is at `end`. */
export function hasSign(text: string, end: number, sign: Sign): boolean {
  return FOLLOWS[sign].test(text.slice(end, end + 3))
}
