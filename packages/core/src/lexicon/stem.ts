import { stemmer as ar } from '@orama/stemmers/arabic'
import { stemmer as nl } from '@orama/stemmers/dutch'
import { stemmer as en } from '@orama/stemmers/english'
import { stemmer as fr } from '@orama/stemmers/french'
import { stemmer as de } from '@orama/stemmers/german'
import { stemmer as hi } from '@orama/stemmers/indian'
import { stemmer as it } from '@orama/stemmers/italian'
import { stemmer as pt } from '@orama/stemmers/portuguese'
import { stemmer as ru } from '@orama/stemmers/russian'
import { stemmer as es } from '@orama/stemmers/spanish'
import { stemmer as sv } from '@orama/stemmers/swedish'
import { stemmer as tr } from '@orama/stemmers/turkish'
import { foldWord, withoutAccents } from './fold-word.ts'
import { type Language, lexiconOf } from './languages.ts'

type Stemmer = (word: string) => string
const STEMMERS: Partial<Record<Language, Stemmer>> = { ar, de, en, es, fr, hi, it, nl, pt, ru, sv, tr }

/**
 * The stem of a word by the Snowball algorithm of its language, in lower case and without accents, so that "réunions" and
 * "reunion" have the same stem. Languages without a stemmer keep the word. Cues are matched on words, never on stems.
 */
export function stem(word: string, language: Language | undefined): string {
  const folded = withoutParticle(foldWord(word), language)
  const stemmer = language && STEMMERS[language]
  if (!stemmer || folded.length < 3 || folded.length > LONGEST_WORD || HAS_DIGIT.test(folded))
    return withoutAccents(folded)
  return withoutAccents(stemmer(folded)) || folded
}

function withoutParticle(word: string, language: Language | undefined): string {
  const particles = language && lexiconOf(language).particles
  const particle = particles?.find((ending) => word.length >= ending.length + LEAST_NOUN && word.endsWith(ending))
  return particle ? word.slice(0, -particle.length) : word
}

const LEAST_NOUN = 2
/** Longer words are data. */
const LONGEST_WORD = 48
const HAS_DIGIT = /\p{N}/u
