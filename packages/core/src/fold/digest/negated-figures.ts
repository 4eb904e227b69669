import { cuesOf } from '../../lexicon/cues.ts'
import type { Language } from '../../lexicon/languages.ts'

/** A figure of several digits directly after a position. */
const NEXT_FIGURE = /\s?(\p{Nd}{2,}(?:[.,:]\p{Nd}+)*)/uy

/** The figures directly after a negation: 180 in "172, not 180". `prior`: the language of the conversation. */
export function negatedFigures(text: string, prior: Language | undefined): readonly string[] {
  if (!/\p{Nd}{2}/u.test(text)) return []
  return cuesOf(text, prior).flatMap(({ cue, end }) => {
    if (cue !== 'negation') return []
    NEXT_FIGURE.lastIndex = end
    return NEXT_FIGURE.exec(text)?.[1] ?? []
  })
}
