import { foldWord } from '../../lexicon/fold-word.ts'
import { anyOf } from '../../lexicon/gathered.ts'
import { LANGUAGES, type Language, lexiconOf } from '../../lexicon/languages.ts'
import { UNITS } from '../../lexicon/vocabulary.ts'
import { UNSPACED, type Word, wordsOf } from '../../lexicon/word-borders.ts'

/** Languages in which a word is of the cue `oneself`. */
const SPEAKERS = new Map<string, Language[]>()
const JOINED: string[] = []
for (const language of LANGUAGES) {
  const { cues, scripts } = lexiconOf(language)
  for (const phrase of cues.oneself ?? []) {
    if (UNSPACED.test(phrase)) JOINED.push(phrase)
    // Words of one language in the script of another are words of that one too: Hindi "main".
    else if (/^[\p{L}\p{M}']+$/u.test(phrase) && (scripts[0] === 'Latin' || !/[a-z]/.test(phrase)))
      SPEAKERS.set(foldWord(phrase), [...(SPEAKERS.get(foldWord(phrase)) ?? []), language])
  }
}
const UNSPACED_SPEAKER = new RegExp(anyOf(JOINED), 'u')

/** Words that mean something else in another language ("i", "min"), each with the words behind which they do not. */
const DECIDING = new Map<string, ReadonlySet<string>>()
for (const [word, languages] of SPEAKERS) {
  const isAmbiguous = LANGUAGES.some(
    (language) =>
      !languages.includes(language) && lexiconOf(language).functionWords.some((other) => foldWord(other) === word),
  )
  if (isAmbiguous || UNITS.has(word)) DECIDING.set(word, new Set(languages.flatMap((of) => decidingWords(word, of))))
}

/** The verbs of a language, and what follows the word in its phrases: "i want". */
function decidingWords(word: string, language: Language): string[] {
  const { verbs, cues } = lexiconOf(language)
  const phrases = Object.values(cues).flat()
  return [...verbs, ...phrases.flatMap((phrase) => (phrase.startsWith(`${word} `) ? phrase.split(' ')[1]! : []))]
}

/** Whether who says it speaks of themselves. `words` are those of the text. */
export function speaksOfOneself(text: string, words: readonly Word[] = wordsOf(text)): boolean {
  if (UNSPACED_SPEAKER.test(text)) return true
  for (let at = 0; at < words.length; at++) {
    const { text: word } = words[at]!
    if (word === 'I') return true
    const key = foldWord(word)
    const apostrophe = key.indexOf("'")
    if (!SPEAKERS.has(key) && !(apostrophe > 0 && SPEAKERS.has(key.slice(0, apostrophe + 1)))) continue
    const deciding = DECIDING.get(key)
    if (!deciding || deciding.has(foldWord(words[at + 1]?.text ?? ''))) return true
  }
  return false
}
