import { passageOf } from '../lexicon/cues.ts'
import { detectLanguages, type LanguageScore } from '../lexicon/detect.ts'
import type { Language } from '../lexicon/languages.ts'
import { perMessage, saidIn } from './transcript.ts'

/** Limits of the algorithm: messages that speak for the language, the newest of them included, and characters of each. */
const MOST_MESSAGES = 6
const MOST_CHARACTERS = 300
/** A message that tells its own language by this lead over the next one needs no others. */
const CLEAR_LEAD = 6

/**
 * The language that a message and those before it are in. A short message does not tell its own: "rimandato al 9" has no
 * function word, and its cues and droppable words would be those of English.
 */
export const languageAt = perMessage((transcript, index): Language | undefined => {
  const [first, second] = scoresOf(transcript, index)
  if (first && first.score - (second?.score ?? 0) >= CLEAR_LEAD) return first.language
  const sums = new Map<Language, number>()
  for (let each = index; each >= 0 && each > index - MOST_MESSAGES; each--) {
    for (const { language, score } of scoresOf(transcript, each)) sums.set(language, (sums.get(language) ?? 0) + score)
  }
  let best: Language | undefined
  for (const [language, score] of sums) if (best === undefined || score > sums.get(best)!) best = language
  return best
})

const scoresOf = perMessage((transcript, index): readonly LanguageScore[] => {
  const opening = transcript.roleOf(index) === 'system' ? '' : saidIn(transcript, index).slice(0, MOST_CHARACTERS)
  return detectLanguages(passageOf(opening))
})
