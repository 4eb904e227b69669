import { fragmentsOf } from '../../text/fragments.ts'
import { type Frequencies, information } from '../../words/information.ts'
import { contentTerms } from '../../words/terms.ts'

/** What every word of stands in one of so many messages, and in three at least, is said over and over. */
const MOST_INFORMATION = Math.log(1 + 9)
const LEAST_MESSAGES = 3
/** Fewer words are hardly worth leaving out, and may be all that was said. */
const LEAST_TERMS = 2

/** Whether all that a sentence says has been said again and again: "Let me know if there is anything else you need." */
function isStock(sentence: string, frequencies: Frequencies): boolean {
  const terms = contentTerms(sentence)
  return (
    terms.length >= LEAST_TERMS &&
    terms.every((term) => frequencies.of(term) >= LEAST_MESSAGES && information(term, frequencies) <= MOST_INFORMATION)
  )
}

/** The text without its stock sentences; as it is where there is nothing else in it. */
export function withoutStock(text: string, frequencies: Frequencies): string {
  const sentences = fragmentsOf(text)
  const telling = sentences.filter((sentence) => !isStock(sentence.text, frequencies))
  if (telling.length === 0 || telling.length === sentences.length) return text
  return telling.map((sentence) => sentence.text).join(' ')
}
