import { STOP_WORDS } from '../../words/stop-words.ts'
import { factsOf } from '../../words/word-facts.ts'
import { wordsOf } from '../../words/words.ts'

/** Articles and the like, of things that are known and of others. */
const DEFINITE = new Set(
  'the this that these those my der die das den dem des zum zur im am vom beim mein meine meinen het de dit deze mijn le la les au aux du ce cet cette mon ma el los las al del este esta mi o os as este meu minha il lo gli alla allo nella sulla della questo questa mio mia'.split(
    ' ',
  ),
)
const INDEFINITE = new Set(
  'a an another some new more any ein eine einen einem einer noch neue neuen neues een nog nieuw nieuwe un une autre nouveau nouvelle una otro otra nuevo nueva um uma outro outra novo nova uno nuovo nuova altro altra bir yeni başka nowy nową nowe inny новый новую новое другой ещё еще 一 一个 一首 一篇 另 新'.split(
    ' ',
  ),
)

/** The terms of what a text speaks of as known: the words behind a definite article, and all of them where it has none. */
export function namedTerms(text: string): Set<number> {
  const said = wordsOf(text).map((word) => word.text)
  const lower = said.map((word) => word.toLowerCase())
  // English without an article speaks of no thing in particular.
  const hasArticles = lower.some((word) => DEFINITE.has(word) || INDEFINITE.has(word) || STOP_WORDS.has(word))
  const named = new Set<number>()
  let isNamed = !hasArticles
  said.forEach((word, at) => {
    const article = lower[at]!
    if (DEFINITE.has(article)) isNamed = true
    else if (hasArticles && (INDEFINITE.has(article) || STOP_WORDS.has(article))) isNamed = false
    else if (isNamed) named.add(factsOf(word).term)
  })
  return named
}
