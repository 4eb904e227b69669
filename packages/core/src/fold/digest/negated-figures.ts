import type { CueId } from '../../lexicon/cue-ids.ts'
import { cuesOf } from '../../lexicon/cues.ts'
import { type Language, lexiconOf } from '../../lexicon/languages.ts'

/** A figure of several digits directly after a position, or after one short word: "instead of the 12th". */
const NEXT_FIGURE = /\s?(?:\p{L}{1,4}\s)?\p{Sc}?(\p{Nd}{2,}(?:[.,:]\p{Nd}+)*|\p{Nd}(?:[.,:]\p{Nd}+)+)/uy
/** A figure of several digits at the end of a text, with a unit or a particle after it. */
const LAST_FIGURE =
  /(?<!\p{Nd})(\p{Nd}{2,15}(?:[.,:]\p{Nd}{1,9}){0,4}|\p{Nd}(?:[.,:]\p{Nd}{1,9}){1,4})[\p{L}\p{M}]{0,4}\s?$/u
/** Characters before a rejecting word in which its figure is searched. */
const NEAR = 32

/** Cues of words that reject a value: "not", "instead of", "the old". */
const REJECTING: ReadonlySet<CueId> = new Set<CueId>(['negation', 'exception', 'rejected'])

/**
 * The figures that a negation or an exception rejects: after it, 180 in "172, not 180" and "172 instead of 180", or directly
 * before it in languages with the verb at the end, "180 değil". `prior`: the language of the conversation.
 */
export function negatedFigures(text: string, prior: Language | undefined): readonly string[] {
  if (!/\p{Nd}[.,:]?\p{Nd}/u.test(text)) return []
  const figures = cuesOf(text, prior).flatMap(({ cue, start, end, language }) => {
    if (!REJECTING.has(cue)) return []
    if (lexiconOf(language).verbFinal) return LAST_FIGURE.exec(text.slice(Math.max(0, start - NEAR), start))?.[1] ?? []
    NEXT_FIGURE.lastIndex = end
    return NEXT_FIGURE.exec(text)?.[1] ?? []
  })
  return [...new Set(figures)]
}
