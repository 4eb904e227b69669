import { factsOf } from '../../words/word-facts.ts'
import { wordsOf } from '../../words/words.ts'
import { termsAt } from '../recall/term-arena.ts'
import { countOf } from '../recall/term-counts.ts'
import type { FoldState } from '../state.ts'
import { saidIn, type Transcript } from '../transcript.ts'
import { readStatement } from './statement.ts'

/** A term that more messages hold says what the conversation is about, and not which thing. */
const MOST_MESSAGES = 6
const FIGURE = /\p{Nd}/u

interface Source {
  readonly transcript: Transcript
  readonly state: FoldState
}

/**
 * Whether a later message before `to`, other than those `waiting`, may say anew what message `index` says of a thing: a
 * digest holds that one already, and a line of `index` behind it would be read as the newer one.
 */
export function isOvertaken(
  source: Source,
  index: number,
  { to, waiting }: { to: number; waiting: ReadonlySet<number> },
): boolean {
  const { transcript, state } = source
  const said = saidIn(transcript, index)
  const things = thingsIn(said, state)
  if (!things.size) return false
  const hasFigure = FIGURE.test(said)
  for (let later = index + 1; later < to; later++) {
    if (waiting.has(later) || !termsAt(state.terms, later).some((term) => things.has(term))) continue
    const text = saidIn(transcript, later)
    if ((hasFigure && FIGURE.test(text)) || readStatement(text).isChange) return true
  }
  return false
}

/** Terms that name things: no figures, which name how much of them there is. */
function thingsIn(text: string, state: FoldState): Set<number> {
  const terms = wordsOf(text).flatMap(({ text: word }) => {
    const { isStop, term } = factsOf(word)
    return isStop || FIGURE.test(word) ? [] : [term]
  })
  return new Set(terms.filter((term) => countOf(state.frequency, term) <= MOST_MESSAGES))
}
