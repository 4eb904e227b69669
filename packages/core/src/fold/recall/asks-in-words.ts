import { cuesIn, passageOf, readingLanguages } from '../../lexicon/cues.ts'
import { detectLanguages } from '../../lexicon/detect.ts'
import type { Language } from '../../lexicon/languages.ts'
import { foldedSet, perLanguage, wordTables } from '../../lexicon/per-language.ts'
import { wordsOf } from '../../lexicon/word-borders.ts'

/**
 * The end of a sentence that is not a question: a writer who ends it with a mark would have used a question mark, and an
 * exclamation asks nothing.
 */
const ENDED = /[.!;:。！]["'”’)\]]*$/
/** The name of a speaker at the start of a line. */
const SPEAKER = /^\p{L}{1,20}:/u

/** True if a sentence without a question mark begins like a question. Many questions are typed without one. */
export function asksInWords(sentence: string, prior?: Language): boolean {
  if (ENDED.test(sentence)) return false
  const passage = passageOf(sentence)
  const languages = readingLanguages(detectLanguages(passage), prior)
  const opener = cuesIn(passage, languages).find(({ cue }) => cue === 'question')
  if (!opener) return false
  const openings = openingsOf(languages[0]!)
  const { subjects, verbs } = wordTables(languages[0]!)
  const before = sentence.slice(0, opener.start).replace(SPEAKER, '')
  if (!wordsOf(before).every(({ form }) => openings.has(form.key))) return false
  const at = passage.words.findIndex(({ start }) => start >= opener.start)
  const next = passage.words.findIndex(({ start }) => start >= opener.end)
  const keyAt = (place: number): string => passage.words[place]?.form.key ?? ''
  return !verbs.has(keyAt(at)) || (next > 0 && subjects.has(keyAt(next)))
}

/** Words that may precede a question: continuations, greetings, fillers and conjunctions. */
const openingsOf = perLanguage(({ cues, coordinators }) => {
  const { continuation = [], greeting = [], filler = [], adversative = [] } = cues
  const openings = [...continuation, ...greeting, ...filler, ...adversative, ...coordinators]
  return foldedSet(openings.map((word) => word.replace(/^[\^=]+/, '')))
})
