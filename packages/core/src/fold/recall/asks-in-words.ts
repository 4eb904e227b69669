import { cuesIn, passageOf, readingLanguages } from '../../lexicon/cues.ts'
import { detectLanguages } from '../../lexicon/detect.ts'
import type { Language } from '../../lexicon/languages.ts'
import { foldedSet, perLanguage } from '../../lexicon/per-language.ts'
import { wordsOf } from '../../lexicon/word-borders.ts'

/** Whoever takes care to end a sentence would have ended a question with its mark; and what is exclaimed asks nothing. */
const ENDED = /[.!;:。！]["'”’)\]]*$/
/** Who speaks, where several do. */
const SPEAKER = /^\p{L}{1,20}:/u

/** Whether a sentence without a question mark opens as a question does: many are typed without one. */
export function asksInWords(sentence: string, prior?: Language): boolean {
  if (ENDED.test(sentence)) return false
  const passage = passageOf(sentence)
  const languages = readingLanguages(detectLanguages(passage), prior)
  const opener = cuesIn(passage, languages).find(({ cue }) => cue === 'question')
  if (!opener) return false
  const { openings, subjects, verbs } = tablesOf(languages[0]!)
  const before = sentence.slice(0, opener.start).replace(SPEAKER, '')
  if (!wordsOf(before).every(({ form }) => openings.has(form.key))) return false
  const at = passage.words.findIndex(({ start }) => start >= opener.start)
  const next = passage.words.findIndex(({ start }) => start >= opener.end)
  const keyAt = (place: number): string => passage.words[place]?.form.key ?? ''
  return !verbs.has(keyAt(at)) || (next > 0 && subjects.has(keyAt(next)))
}

const tablesOf = perLanguage(({ cues, coordinators, subjects, verbs }) => {
  const { continuation = [], greeting = [], filler = [], adversative = [] } = cues
  const openings = [...continuation, ...greeting, ...filler, ...adversative, ...coordinators]
  return {
    /** Words of going on, which may stand before a question. */
    openings: foldedSet(openings.map((word) => word.replace(/^[\^=]+/, ''))),
    subjects: foldedSet(subjects),
    verbs: foldedSet(verbs),
  }
})
