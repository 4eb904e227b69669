import { phrasesOf } from '../../lexicon/gathered.ts'
import { STOP_WORDS } from '../../words/stop-words.ts'
import { factsOf } from '../../words/word-facts.ts'
import { wordsOf } from '../../words/words.ts'

const DEFINITE = new Set(phrasesOf(({ cues }) => cues.definite))
const INDEFINITE = new Set(phrasesOf(({ cues }) => cues.indefinite))

/** The terms of known things in a text: the words after a definite article, or all words if it has no articles. */
export function namedTerms(text: string): Set<number> {
  const said = wordsOf(text)
  const lower = said.map((word) => word.text.toLowerCase())
  // Stop words show that a text is English, where a noun without an article names nothing in particular.
  const hasArticles = lower.some((word) => DEFINITE.has(word) || INDEFINITE.has(word) || STOP_WORDS.has(word))
  const named = new Set<number>()
  let isNamed = !hasArticles
  said.forEach((word, at) => {
    const article = lower[at]!
    if (DEFINITE.has(article)) isNamed = true
    else if (hasArticles && (INDEFINITE.has(article) || STOP_WORDS.has(article))) isNamed = false
    else if (isNamed) named.add(factsOf(word.form).term)
  })
  return named
}
