/**
 * Words of a text in any script, and the terms they stand for. A word runs over letters, digits and marks; scripts that
 * are written without spaces are cut by `Intl.Segmenter`, so that nothing here assumes English.
 */

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)?/gu
/** Scripts without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The words of `text` with their places, left to right. Linear in the length of the text. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let segmented = 0
  for (const match of text.matchAll(WORD)) {
    const word = match[0]
    const start = match.index
    if (!UNSPACED.test(word)) words.push({ text: word, start, end: start + word.length })
    else if (segmented > MOST_SEGMENTED) pushPairs(words, word, start)
    else {
      segmented += word.length
      pushSegments(words, word, start)
    }
  }
  return words
}

/** Longest run handed to the segmenter at once, which is slower than linear on very long runs. */
const SEGMENT_WINDOW = 256

/** Limit of the algorithm: so many characters of a text are cut by the segmenter, which takes a microsecond for each. */
const MOST_SEGMENTED = 128 * 1024

/** Two characters are a word of most of these scripts, and one of the others is told by them. */
function pushPairs(words: Word[], run: string, offset: number): void {
  for (let from = 0; from < run.length; ) {
    // No surrogate pair is parted.
    let to = Math.min(run.length, from + 2)
    if (to < run.length && (run.charCodeAt(to - 1) & 0xfc00) === 0xd800) to++
    words.push({ text: run.slice(from, to), start: offset + from, end: offset + to })
    from = to
  }
}

function pushSegments(words: Word[], run: string, offset: number): void {
  for (let from = 0; from < run.length; from += SEGMENT_WINDOW) {
    for (const part of segmenter.segment(run.slice(from, from + SEGMENT_WINDOW))) {
      if (!part.isWordLike) continue
      const start = offset + from + part.index
      words.push({ text: part.segment, start, end: start + part.segment.length })
    }
  }
}

/** French and Italian join a small word to the one that says something: "l'appartement", "dell'anno". */
const ELIDED = /^(?:\p{L}{1,2}|jusqu|lorsqu|puisqu|dell|all|nell|sull|dall|quell)['’]\p{L}{3}/u

/**
 * The term a word stands for: lower case, light English suffixes taken off so that "asked", "asks" and "asking" meet.
 * Words of other languages pass through but for their case.
 */
export function stemOf(word: string): string {
  let stem = word.toLowerCase()
  const apostrophe = stem.search(/['’]/)
  if (apostrophe > 0) stem = ELIDED.test(stem) ? stem.slice(apostrophe + 1) : stem.slice(0, apostrophe)
  if (stem.length < 4 || !/^[a-z]+$/.test(stem)) return stem
  if (stem.endsWith('ies') && stem.length > 4) return `${stem.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zes)$/.test(stem)) stem = stem.slice(0, -2)
  else if (stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  return withoutTense(stem)
}

function withoutTense(stem: string): string {
  let base = stem
  if (stem.endsWith('ing') && stem.length > 5) base = stem.slice(0, -3)
  else if (stem.endsWith('ied') && stem.length > 4) return `${stem.slice(0, -3)}y`
  else if (stem.endsWith('ed') && stem.length > 4) base = stem.slice(0, -2)
  else if (stem.endsWith('ly') && stem.length > 5) base = stem.slice(0, -2)
  if (base === stem) return stem.endsWith('e') && stem.length > 4 ? stem.slice(0, -1) : stem
  if (!/[aeiouy]/.test(base)) return stem
  // "planned" and "plan" meet; "called" and "call" do as well, since both lose one letter only when it is doubled.
  if (/([bdgmnprt])\1$/.test(base)) return base.slice(0, -1)
  return base.endsWith('e') ? base.slice(0, -1) : base
}

/** 32-bit FNV-1a of a term. Terms are kept as numbers: a session of 100,000 tokens then holds no strings of its own. */
export function termId(stem: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x01000193)
  return hash | 0
}
