import { fragmentsOf } from '../../../words/fragments.ts'

/** What an answer ends with is a paragraph of so many characters at most, and of a longer one its last sentences. */
const MOST_CHARACTERS = 320
const ASKS = /[?？؟՞]/
/** "**Question 2: Tell me about a conflict.**": what stands out at the end is what is to be answered. */
const STANDS_OUT = /\*\*[^*]{12,}\*\*/

/**
 * What an answer asks at its end, with the sentences beside it: what the user says next mostly answers that, in words that
 * say nothing without it. Empty where it ends with no question.
 */
export function closingQuestion(answer: string): string {
  const text = answer.slice(-4 * MOST_CHARACTERS).trimEnd()
  const last = text.slice(text.lastIndexOf('\n') + 1)
  const sentences = fragmentsOf(last)
  const first = sentences.findIndex(({ start }) => last.length - start <= MOST_CHARACTERS)
  const closing = first < 0 ? '' : last.slice(sentences[first]!.start).trimStart()
  return ASKS.test(closing) || STANDS_OUT.test(closing) ? closing : ''
}
