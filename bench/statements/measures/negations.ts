import { readFileSync } from 'node:fs'
import type { Language } from '../talk.ts'
import type { Abridged } from './abridged.ts'

/** Words by language (or parts of words in languages without spaces) without which a clause has the opposite meaning. */
const CUES = JSON.parse(readFileSync(new URL('./negations.json', import.meta.url), 'utf8')) as Record<
  Language,
  { readonly words?: readonly string[]; readonly parts?: string }
>
/** Words that are examined on each side of a negation, and the number of them that must be kept for it to count. */
const REACH = 4
const LEAST_KEPT = 2
const STEPS = Array.from({ length: REACH }, (_, step) => step + 1).flatMap((step) => [-step, step])

export interface Negations {
  /** The words around each negation that its line lost. */
  readonly lost: readonly string[]
  readonly kept: number
}

/**
 * Negations that the abridged line of a message kept and lost. A negation counts if at least two of the words of its
 * clause within `REACH` are kept; in a clause of two words, if the other one is.
 */
export function negationsIn({ lang, source, words, kept }: Abridged): Negations {
  const isNegation = negationTest(lang)
  const lost: string[] = []
  let keptCount = 0
  for (const [index, { text, clause }] of words.entries()) {
    if (!isNegation(text)) continue
    const beside = STEPS.map((step) => index + step).filter((at) => words[at]?.clause === clause)
    const keptBeside = beside.filter((at) => kept.has(at)).length
    if (keptBeside === 0 || keptBeside < Math.min(LEAST_KEPT, beside.length)) continue
    if (kept.has(index)) keptCount++
    else
      lost.push(around(source, words[Math.max(0, index - 4)]!.start, words[Math.min(words.length - 1, index + 4)]!.end))
  }
  return { lost, kept: keptCount }
}

function negationTest(lang: Language): (word: string) => boolean {
  const { words = [], parts } = CUES[lang]
  const whole = new Set(words)
  const part = parts === undefined ? undefined : new RegExp(parts, 'u')
  return (word) => whole.has(word) || (part?.test(word) ?? false)
}

function around(source: string, start: number, end: number): string {
  return source.slice(start, end).replace(/\s+/g, ' ')
}
