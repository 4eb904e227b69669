import { passageOf } from '../lexicon/cues.ts'
import { detectLanguages, type LanguageScore } from '../lexicon/detect.ts'
import type { Language } from '../lexicon/languages.ts'
import { addCount } from '../maps.ts'
import { perMessage, saidIn } from './transcript.ts'

/** Limits of the algorithm: messages whose language counts, including the newest one, and characters of each. */
const MAX_MESSAGES = 6
const MAX_CHARACTERS = 300
/** Lead of a message's best language over the next one from which other messages are not needed. */
const CLEAR_LEAD = 6

/**
 * The language of a message and those before it. A short message alone does not show its language: "rimandato al 9" has no
 * function word, and English cues and droppable words would apply to it.
 */
export const languageAt = perMessage((transcript, index): Language | undefined => {
  const [first, second] = scoresOf(transcript, index)
  if (first && first.score - (second?.score ?? 0) >= CLEAR_LEAD) return first.language
  const sums = new Map<Language, number>()
  for (let each = index; each >= 0 && each > index - MAX_MESSAGES; each--) {
    for (const { language, score } of scoresOf(transcript, each)) addCount(sums, language, score)
  }
  let best: Language | undefined
  for (const [language, score] of sums) if (best === undefined || score > sums.get(best)!) best = language
  return best
})

const scoresOf = perMessage((transcript, index): readonly LanguageScore[] => {
  const opening = transcript.roleOf(index) === 'system' ? '' : saidIn(transcript, index).slice(0, MAX_CHARACTERS)
  return detectLanguages(passageOf(opening))
})
