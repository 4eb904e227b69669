import { foldWord } from '../../lexicon/fold-word.ts'
import { anyOf, phrasesOf } from '../../lexicon/gathered.ts'
import { LANGUAGES, type Language, lexiconOf } from '../../lexicon/languages.ts'
import { wordTables } from '../../lexicon/per-language.ts'
import { UNITS } from '../../lexicon/vocabulary.ts'
import { UNSPACED, visitWords, wordPattern } from '../../lexicon/word-borders.ts'
import { formAt, perWord } from '../../lexicon/word-form.ts'
import { addToList } from '../../maps.ts'
import { TIME_WORDS } from '../../tags/calendar-words.ts'

/** Findings from single words of a text, in any language of the lexicon. */
export interface WordSigns {
  /** The speaker speaks of themselves. */
  readonly isOfOneself: boolean
  /** The text names a month, a weekday, a day near today, or weeks, months and years. */
  readonly namesTime: boolean
}

/** The languages in which a word belongs to the cue `oneself`. */
const SPEAKERS = new Map<string, Language[]>()
for (const language of LANGUAGES) {
  const { cues, scripts } = lexiconOf(language)
  for (const phrase of cues.oneself ?? []) {
    // A word that a language also writes in Latin letters may be another word in other languages: Hindi "main".
    if (!/^[\p{L}\p{M}']+$/u.test(phrase) || (scripts[0] !== 'Latin' && /[a-z]/.test(phrase))) continue
    addToList(SPEAKERS, foldWord(phrase), language)
  }
}

/** Words with another meaning in another language ("i", "min"), each with the next words that decide for `oneself`. */
const DECIDING = new Map<string, ReadonlySet<string>>()
for (const [word, languages] of SPEAKERS) {
  const isAmbiguous = LANGUAGES.some(
    (language) => !languages.includes(language) && wordTables(language).functionWords.has(word),
  )
  if (isAmbiguous || UNITS.has(word)) DECIDING.set(word, new Set(languages.flatMap((of) => decidingWords(word, of))))
}

/** The verbs of a language, and the words that follow the word in its phrases: "i want". */
function decidingWords(word: string, language: Language): string[] {
  const { verbs, cues } = lexiconOf(language)
  const phrases = Object.values(cues).flat()
  return [...verbs, ...phrases.flatMap((phrase) => (phrase.startsWith(`${word} `) ? phrase.split(' ')[1]! : []))]
}

const WORD = wordPattern(/[\p{L}\p{M}]+(?:['’]\p{L}*)?/u)
/** Both patterns for scripts that do not separate words by spaces. */
const SPEAKER = new RegExp(anyOf(phrasesOf(({ cues }) => cues.oneself?.filter((phrase) => UNSPACED.test(phrase)))), 'u')
const TIME = new RegExp(anyOf([...TIME_WORDS].filter((word) => UNSPACED.test(word))), 'u')

/** One pass over the words of a text. */
export function wordSignsOf(text: string): WordSigns {
  const isUnspaced = UNSPACED.test(text)
  let isOfOneself = isUnspaced && SPEAKER.test(text)
  let namesTime = isUnspaced && TIME.test(text)
  let open: ReadonlySet<string> | undefined
  visitWords(text, WORD, (start, end) => {
    if (isOfOneself && namesTime) return
    const form = formAt(text, start, end)
    const { isTime, speaker } = signsOf(form)
    if (open?.has(form.key) || form.text === 'I') isOfOneself = true
    open = undefined
    namesTime ||= isTime
    if (isOfOneself) return
    open = speaker === undefined ? undefined : DECIDING.get(speaker)
    isOfOneself = speaker !== undefined && !open
  })
  return { isOfOneself, namesTime }
}

const signsOf = perWord(({ key }) => ({
  isTime: TIME_WORDS.has(key),
  speaker: SPEAKERS.has(key) ? key : elided(key),
}))

/** "j'habite" begins with "j'". */
function elided(key: string): string | undefined {
  const apostrophe = key.indexOf("'")
  if (apostrophe < 0) return undefined
  const start = key.slice(0, apostrophe + 1)
  return SPEAKERS.has(start) ? start : undefined
}
