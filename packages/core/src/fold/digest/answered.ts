import { fragmentsOf } from '../../words/fragments.ts'
import { telegraphic } from '../../words/wording.ts'
import { type FoldState, frequenciesOf } from '../state.ts'
import { saidIn, type Transcript } from '../transcript.ts'
import { chosenFrom } from './chosen.ts'
import { isStock } from './stock.ts'

/** An answer in so many tokens, frame included, mostly says nothing without what was asked. */
const MOST_TOKENS = 16
/** What takes something of a list may say a little more. */
const MOST_CHOOSING_TOKENS = 48
/** Of a longer answer no list is read: it may be offered to one digest after the other. */
const MOST_LIST_TOKENS = 3000
/** A question of more characters tells a story of its own. */
const MOST_CHARACTERS = 160
/** Characters at the end of a message in which it may ask. */
const MOST_BEHIND = 500

/** What a few words of the user go with. */
export interface Answered {
  /** The question that they answer and what they take of a list, in telegraphic wording; empty where there is nothing. */
  readonly text: string
  readonly isChoice: boolean
}

const NOTHING: Answered = { text: '', isChoice: false }

/**
 * What in the answer before it a short message of the user goes with: a "no", a "2" or "about October" says something only
 * beside it.
 */
export function answeredBy(transcript: Transcript, state: FoldState, index: number): Answered {
  if (transcript.roleOf(index) !== 'user' || state.tokens[index]! > MOST_CHOOSING_TOKENS) return NOTHING
  const asker = index - 1
  if (asker < state.lead || transcript.roleOf(asker) !== 'assistant') return NOTHING
  const said = saidIn(transcript, asker)
  const list = state.tokens[asker]! <= MOST_LIST_TOKENS ? said : ''
  const message = saidIn(transcript, index)
  const chosen = chosenFrom(list, message).map((item) => telegraphic(item))
  const question = state.tokens[index]! > MOST_TOKENS ? '' : questionIn(said, state)
  return {
    text: [question, ...chosen].filter(Boolean).join(' '),
    isChoice: chosen.length > 0 && !ASKING.test(message.trim()),
  }
}

function questionIn(said: string, state: FoldState): string {
  // What is asked stands at the end, or has its choices behind it.
  const end = said.slice(-MOST_BEHIND)
  const question = fragmentsOf(end).findLast(({ text }) => ASKING.test(text))?.text
  if (question === undefined || question.length > MOST_CHARACTERS || isStock(question, frequenciesOf(state))) return ''
  return telegraphic(question.slice(question.lastIndexOf(':', question.length - LEAST_CHARACTERS) + 1))
}

/** What leads to a question ends with a colon; a question has at least so many characters. */
const LEAST_CHARACTERS = 8
const ASKING = /[?？؟՞]["'”’)»」]*$/u
