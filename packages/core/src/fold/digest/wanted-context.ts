import { fragmentsOf } from '../../text/fragments.ts'
import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import { chosenFrom } from './chosen.ts'

/** Limit of the algorithm: lists in longer answers are not searched, since one answer may be offered to many digests. */
const MOST_LIST_TOKENS = 3000
/** A longer question contains statements too. */
const LONGEST_QUESTION = 200
const ASKING = /[?？؟՞]["'”’)»」*_]*$/u

/**
 * Returns a test for the sentences of an assistant's message that are needed to understand the user's next message: the
 * question that it answers in few words, and the list items that it chooses.
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
    return taken.some((item) => plain.includes(beginningOf(item)))
  }
}

const LONGEST_BEGINNING = 40

/** The beginning of a list item, within its first sentence: the item may consist of several. */
function beginningOf(item: string): string {
  const first = fragmentsOf(item)[0]?.text ?? item
  return first.slice(0, LONGEST_BEGINNING).trim()
}
