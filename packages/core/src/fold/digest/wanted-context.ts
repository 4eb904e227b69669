import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import { chosenFrom } from './chosen.ts'

/** Limit of the algorithm: lists in longer answers are not searched: an answer may be offered to one digest after the other. */
const MOST_LIST_TOKENS = 3000
/** A longer question tells a story of its own. */
const LONGEST_QUESTION = 200
const ASKING = /[?？؟՞]["'”’)»」*_]*$/u

/**
 * Tells the sentences of an assistant's message that the user's next message is not understood without: the question
 * that a few words answer, and the items of a list that it takes.
 */
export function wantedContext({ transcript, state, policy }: Source, index: number): (sentence: string) => boolean {
  const { answering, choosing } = policy.digest.contextTokens
  const next = index + 1
  const tokens = state.tokens[next]
  const isAnswered =
    transcript.roleOf(index) === 'assistant' &&
    tokens !== undefined &&
    tokens <= choosing &&
    state.roles[next] === 'user' &&
    !transcript.answersOf(next).length
  if (!isAnswered) return () => false
  const isShort = tokens <= answering
  const list = state.tokens[index]! <= MOST_LIST_TOKENS ? saidIn(transcript, index) : ''
  const taken = chosenFrom(list, saidIn(transcript, next))
  return (sentence) => {
    if (isShort && sentence.length <= LONGEST_QUESTION && ASKING.test(sentence.trim())) return true
    const plain = sentence.replaceAll('**', '')
    return taken.some((item) => plain.includes(item.slice(0, 40)))
  }
}
