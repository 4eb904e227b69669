import { fragmentsOf } from '../../words/fragments.ts'
import { telegraphic } from '../../words/wording.ts'
import { type FoldState, frequenciesOf } from '../state.ts'
import { saidIn, type Transcript } from '../transcript.ts'
import { isStock } from './stock.ts'

/** An answer in so many tokens, frame included, mostly says nothing without what was asked. */
const MOST_TOKENS = 16
/** A question of more characters tells a story of its own. */
const MOST_CHARACTERS = 160
/** Characters at the end of a message in which it may ask. */
const MOST_BEHIND = 500

/** A few words of the user beside the question that they answer, on one line: what looks like another one is none. */
export function besideQuestion(question: string, answer: string): string {
  return `(A ${question}) ${answer.trim().replace(/\s+/g, ' ')}`
}

/**
 * The question of the assistant's that a few words of the user answer, in telegraphic wording: a "no" or "about October"
 * says something only beside it. Empty where there is none.
 */
export function questionAnswered(transcript: Transcript, state: FoldState, index: number): string {
  if (transcript.roleOf(index) !== 'user' || state.tokens[index]! > MOST_TOKENS) return ''
  const asker = index - 1
  if (asker < state.lead || transcript.roleOf(asker) !== 'assistant') return ''
  // What is asked stands at the end, or has its choices behind it.
  const said = saidIn(transcript, asker).slice(-MOST_BEHIND)
  const question = fragmentsOf(said).findLast(({ text }) => ASKING.test(text))?.text
  if (question === undefined || question.length > MOST_CHARACTERS || isStock(question, frequenciesOf(state))) return ''
  return telegraphic(question.slice(question.lastIndexOf(':', question.length - LEAST_CHARACTERS) + 1))
}

/** What leads to a question ends with a colon; a question has at least so many characters. */
const LEAST_CHARACTERS = 8
const ASKING = /[?？؟՞]["'”’)»」]*$/u
