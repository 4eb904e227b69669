import type { FoldState } from '../state.ts'
import { saidIn, type Transcript } from '../transcript.ts'
import { chosenFrom } from './chosen.ts'

/** An answer of so many tokens, frame included, says little without what was asked. */
const MOST_ANSWER_TOKENS = 20
/** A message that takes something of a list may say a little more. */
const MOST_CHOOSING_TOKENS = 48
/** Lists in longer answers are not searched: an answer may be offered to one digest after the other. */
const MOST_LIST_TOKENS = 3000
/** A longer question tells a story of its own. */
const LONGEST_QUESTION = 200
const ASKING = /[?？؟՞]["'”’)»」*_]*$/u

/**
 * Tells the sentences of an assistant's message that the user's next message is not understood without: the question
 * that a few words answer, and the items of a list that it takes.
 */
export function wantedContext(transcript: Transcript, state: FoldState, index: number): (sentence: string) => boolean {
  const next = index + 1
  const tokens = state.tokens[next]
  const isAnswered =
    transcript.roleOf(index) === 'assistant' &&
    tokens !== undefined &&
    tokens <= MOST_CHOOSING_TOKENS &&
    state.roles[next] === 'user' &&
    !transcript.answersOf(next).length
  if (!isAnswered) return () => false
  const isShort = tokens <= MOST_ANSWER_TOKENS
  const list = state.tokens[index]! <= MOST_LIST_TOKENS ? saidIn(transcript, index) : ''
  const taken = chosenFrom(list, saidIn(transcript, next))
  return (sentence) => {
    if (isShort && sentence.length <= LONGEST_QUESTION && ASKING.test(sentence.trim())) return true
    const plain = sentence.replaceAll('**', '')
    return taken.some((item) => plain.includes(item.slice(0, 40)))
  }
}
