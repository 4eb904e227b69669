import type { CueId } from './cue-ids.ts'
import { foldWord, withoutAccents } from './fold-word.ts'
import { LANGUAGES, type Language, lexiconOf } from './languages.ts'
import type { LexiconFile } from './lexicon-file.ts'
import type { Passage } from './match.ts'
import { perWord } from './word-form.ts'

/** The evidence for a language. */
export interface LanguageScore {
  readonly language: Language
  readonly score: number
}

/** Cues whose single words indicate a language, besides its function words. */
const DISTINCTIVE: readonly CueId[] = [
  'negation',
  'question',
  'greeting',
  'thanks',
  'confirmation',
  'pointing',
  'adversative',
  'condition',
  'hedge',
  'report',
  'softener',
  'hearsay',
  'wish',
  'instruction',
  'request',
  'lasting',
]
const WEIGHT = { function: 1, cue: 0.6, withoutAccent: 0.5, letter: 0.6 } as const
/** Lower scores are not significant. */
const LEAST_SCORE = 0.5
/** Number of words that are examined. A longer text is clear long before. */
const MAX_WORDS = 400

/** Languages by their index in `LANGUAGES`, each with its weight. */
type Votes = readonly { readonly place: number; readonly weight: number }[]

/** The languages that each word indicates. A word of many languages has less weight for each. */
const votes = countVotes((add, file) => {
  const addWord = (word: string, weight: number): void => {
    const key = foldWord(word)
    add(key, weight)
    const plain = withoutAccents(key)
    // A single plain letter is a word of another language.
    if (plain !== key && plain.length > 2) add(plain, weight * WEIGHT.withoutAccent)
  }
  for (const word of file.functionWords) addWord(word, WEIGHT.function)
  for (const word of tableWords(file)) addWord(word, WEIGHT.cue)
  for (const word of Object.keys(file.spellings ?? {})) if (word.length > 1) addWord(word, WEIGHT.cue)
  for (const cue of DISTINCTIVE)
    for (const phrase of file.cues[cue] ?? [])
      if (/^[\^=]?[\p{L}\p{M}']{2,}$/u.test(phrase)) addWord(phrase.replace(/^[\^=]/, ''), WEIGHT.cue)
})
const letters = countVotes((add, file) => {
  for (const letter of file.letters) add(letter, WEIGHT.letter)
})

/** The entries that `read` adds for each language's file. Of equal keys in one language, the greatest weight counts. */
function countVotes(
  read: (add: (key: string, weight: number) => void, file: LexiconFile) => void,
): ReadonlyMap<string, Votes> {
  const weights = new Map<string, Map<number, number>>()
  for (const [place, language] of LANGUAGES.entries())
    read((key, weight) => {
      const known = weights.get(key) ?? new Map<number, number>()
      weights.set(key, known.set(place, Math.max(known.get(place) ?? 0, weight)))
    }, lexiconOf(language))
  const all = new Map<string, Votes>()
  for (const [key, places] of weights)
    all.set(
      key,
      [...places].map(([place, weight]) => ({ place, weight: weight / places.size })),
    )
  return all
}

/** Number words, weekdays, months and days near today, which also indicate a language. */
function tableWords({ numbers, weekdays, months, relativeDays }: LexiconFile): string[] {
  const lists = [...Object.values(numbers), ...weekdays, ...months, ...Object.values(relativeDays)]
  return lists.flat().filter((word) => word.length > 3 && !word.includes(' '))
}

/** Languages that a script identifies among those of the lexicon. The first match decides: kana before Han. */
const SCRIPTS: readonly (readonly [Language, RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ko', /[\uac00-\ud7af\u3130-\u318f]/g],
  ['zh', /[\u3400-\u9fff]/g],
  ['ar', /[\u0600-\u06ff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['ru', /[\u0400-\u04ff]/g],
]
/** Least share of letters from which a language with its own script is recognised. */
const LEAST_SCRIPT_SHARE = 0.2
/** Number of characters that are examined. */
export const MAX_CHARACTERS = 4_000

/** The languages that a word and its letters indicate. */
const votesOf = perWord(({ key }): Votes => {
  const parts = key.includes("'")
    ? key.split("'").flatMap((part) => votes.get(part) ?? votes.get(`${part}'`) ?? [])
    : []
  return [...(votes.get(key) ?? parts), ...[...key].flatMap((letter) => letters.get(letter) ?? [])]
})

/** Scores of the current text, by index of the language. */
const scores = new Float64Array(LANGUAGES.length)

/** The languages of a text, best first. Empty if nothing indicates a language. */
export function detectLanguages({ text, start, end, words }: Passage): LanguageScore[] {
  const byScript = scriptOf(text.slice(start, Math.min(end, start + MAX_CHARACTERS)))
  if (byScript) return [{ language: byScript, score: words.length + 1 }]
  scores.fill(0)
  for (let i = 0; i < words.length && i < MAX_WORDS; i++) {
    for (const { place, weight } of votesOf(words[i]!.form)) scores[place]! += weight
  }
  const found: LanguageScore[] = []
  for (const [place, score] of scores.entries())
    if (score >= LEAST_SCORE) found.push({ language: LANGUAGES[place]!, score })
  return found.sort((a, b) => b.score - a.score || (a.language < b.language ? -1 : 1))
}

function scriptOf(sample: string): Language | undefined {
  if (!/[\u0400-\u30ff\u3130-\u318f\u3400-\ud7af]/.test(sample)) return undefined
  const letterCount = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [language, pattern] of SCRIPTS) {
    const own = sample.match(pattern)?.length ?? 0
    if (own > 0 && own >= LEAST_SCRIPT_SHARE * letterCount * (language === 'ja' ? 0.5 : 1)) return language
  }
  return undefined
}
