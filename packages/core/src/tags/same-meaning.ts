import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import { LANGUAGES, lexiconOf } from '../lexicon/languages.ts'
import { type KnownWord, type KnownWords, meaningOfVector, type WordMeaning } from './known-words.ts'
import type { StaticVectors } from './static-vectors.ts'

/**
 * From this likeness on two words of the table count as one. Among 127 pairs of opposites and neighbours ("husband",
 * "wife") only weekdays, of which dates are made, and `illegal`, caught by its prefix, are as near; of 99 pairs that mean
 * the same, a quarter are. Below it the neighbours come in numbers: a wrong merge is worse than none.
 */
export const SAME_MEANING = 0.8

/** Finds the word that another one stands for. Words that the table does not hold whole have no opinion. */
export interface SameMeaning {
  /** Meaning of a word of the table, undefined for every other one. */
  meaningOf(word: string): WordMeaning | undefined
  /** The nearest known word that means the same; of equals the one first in the alphabet. */
  nearest(word: string, meaning: WordMeaning, known: KnownWords): KnownWord | undefined
}

/** Makes the finder for a table of vectors. Meanings of words are worked out once; their memory is bounded by the table. */
export function createSameMeaning(vectors: StaticVectors, vocabulary: Iterable<string>): SameMeaning {
  const words = new Set(vocabulary)
  const meanings = new Map<string, WordMeaning | undefined>()
  function workOut(word: string): WordMeaning | undefined {
    const vector = vectors.embed(word)
    return vector.some((component) => component !== 0) ? meaningOfVector(vector) : undefined
  }
  return {
    meaningOf(word) {
      if (word.length < 3 || !words.has(word)) return undefined
      if (!meanings.has(word)) meanings.set(word, workOut(word))
      return meanings.get(word)
    },
    nearest(word, meaning, known) {
      let best: KnownWord | undefined
      let bestLikeness = SAME_MEANING
      known.lookNear(meaning, (other) => {
        const likeness = vectors.similarity(meaning.vector, other.meaning.vector)
        if (likeness < bestLikeness || areOpposed(word, other.word)) return
        if (best && likeness === bestLikeness && other.word >= best.word) return
        best = other
        bestLikeness = likeness
      })
      return best
    },
  }
}

const NEGATING = new RegExp(`^(?:${anyOf(phrasesOf(({ negatingPrefixes }) => negatingPrefixes))})`)
/** Group of words that stand in like sentences and mean different things: no two of one group are merged. */
const groups = new Map<string, number>()
for (const [place, words] of LANGUAGES.flatMap((language) => lexiconOf(language).apart ?? []).entries())
  for (const word of words) groups.set(word, place)

function areOpposed(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (long.endsWith(short) && NEGATING.test(long)) return true
  const group = groups.get(left)
  return group !== undefined && group === groups.get(right)
}
