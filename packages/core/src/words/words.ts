import { anyOf, phrasesOf } from '../lexicon/gathered.ts'

export { type Word, wordsOf } from '../lexicon/word-borders.ts'

/** Elided words that French and Italian join to the next word: "l'appartement", "dell'anno". */
const ELISIONS = anyOf(phrasesOf(({ elisions }) => elisions)).replaceAll("'", '')
const ELIDED = new RegExp(`^(?:\\p{L}{1,2}|${ELISIONS})['’]\\p{L}{3}`, 'u')

/**
 * The term of a word: lower case, without light English suffixes, so that "asked", "asks" and "asking" have the same term.
 * Words of other languages only change to lower case.
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
  // "planned" becomes "plan". A doubled "l" stays, so that "called" becomes "call".
  if (/([bdgmnprt])\1$/.test(base)) return base.slice(0, -1)
  return base.endsWith('e') ? base.slice(0, -1) : base
}

/** 32-bit FNV-1a of a term. Terms are kept as numbers, so that a session of 100,000 tokens keeps no strings. */
export function termId(stem: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x01000193)
  return hash | 0
}
