import { compileLexicon } from './compile.ts'
import type { CueId } from './cue-ids.ts'
import { detectLanguages, type LanguageScore } from './detect.ts'
import { withoutAccents } from './fold-word.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { type Cue, matchCues, type Passage } from './match.ts'
import { perLanguage } from './per-language.ts'
import { type Word, wordsOf } from './word-borders.ts'

/** English words occur in texts of every other language. */
const ALWAYS: Language = 'en'
/** A second language is read as well if its score is at least this share of the first one's. */
const NEAR_SCORE = 0.8
/** Lead in score from which a text counts as one in another language than that of its conversation. */
const LEAST_LEAD = 0.8

/** The language of a text by its scores and the language of the conversation. */
export function chooseLanguage(scores: readonly LanguageScore[], prior: Language | undefined): Language | undefined {
  const best = scores[0]
  if (!best || !prior) return best?.language ?? prior
  const ofPrior = scores.find(({ language }) => language === prior)?.score ?? 0
  return best.score - ofPrior < LEAST_LEAD ? prior : best.language
}

/** The languages in which a text is read: its main language, those with the best score and close to it, and English. */
export function readingLanguages(scores: readonly LanguageScore[], prior: Language | undefined): Language[] {
  const main = chooseLanguage(scores, prior) ?? ALWAYS
  const best = scores[0]
  const near = best ? scores.slice(0, 2).filter(({ score }) => score >= NEAR_SCORE * best.score) : []
  return [...new Set([main, ...near.map(({ language }) => language), ALWAYS])]
}

/** A whole text as a passage. */
export function passageOf(text: string, words: readonly Word[] = wordsOf(text)): Passage {
  return { text, start: 0, end: text.length, words }
}

/** The cues of a text in reading order. `prior`: language of the conversation, for texts that are too short to show theirs. */
export function cuesOf(text: string, prior?: Language): Cue[] {
  const passage = passageOf(text)
  return cuesIn(passage, readingLanguages(detectLanguages(passage), prior))
}

/**
 * The cues of a passage in reading order. A cue of another language counts only if at least one of its words is not a word of
 * the first language: "die" is not an English word in a German sentence.
 */
export function cuesIn(passage: Passage, languages: readonly Language[]): Cue[] {
  const [main, ...others] = languages
  let cues = matchCues(compileLexicon(main!), passage)
  for (const other of others) {
    const mixed = matchCues(compileLexicon(other), passage).filter((cue) => !isOrdinary(main!, passage.text, cue))
    if (mixed.length) cues = mergeCues(cues, mixed)
  }
  return cues
}

/** Both lists in reading order, without cues of the second list inside a cue of the first with the same id. */
function mergeCues(cues: readonly Cue[], mixed: readonly Cue[]): Cue[] {
  const all: Cue[] = []
  const ends = new Map<CueId, number>()
  let at = 0
  for (const cue of mixed) {
    while (at < cues.length && cues[at]!.start <= cue.start) {
      const known = cues[at++]!
      ends.set(known.cue, Math.max(known.end, ends.get(known.cue) ?? 0))
      all.push(known)
    }
    if ((ends.get(cue.cue) ?? 0) < cue.end) all.push(cue)
  }
  for (; at < cues.length; at++) all.push(cues[at]!)
  return all
}

/** Function words, spellings and cue words of a language. A cue of another language must contain some other word. */
const ordinaryWords = perLanguage(({ functionWords, spellings = {}, cues }): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const phrase of [...functionWords, ...Object.keys(spellings), ...Object.values(cues).flat()])
    for (const { form } of wordsOf(phrase, 'keep runs')) words.add(form.key).add(withoutAccents(form.key))
  return words
})

function isOrdinary(main: Language, text: string, { start, end }: Cue): boolean {
  const known = ordinaryWords(main)
  return wordsOf(text.slice(start, end), 'keep runs').every(({ form }) => known.has(form.key))
}

/** Compiles the lexicons, which the first text of each language would otherwise do. Pauses between them. */
export function* prepareLexicons(): Generator<void, void, void> {
  for (const language of LANGUAGES) {
    compileLexicon(language)
    yield
  }
}
