import { STOP_WORDS } from '../../words/stop-words.ts'
import { wordsOf } from '../../words/words.ts'
import type { Source } from '../source.ts'
import type { Asked } from './asked.ts'
import { meaningAt } from './meaning-arena.ts'

/** Cosine of a message with the exchange before it, below which they are on different subjects. */
const LEAST_CLOSENESS = 0.45
/** The table of meanings knows English; a text with fewer of its small words may be of another language. */
const LEAST_ENGLISH = 0.2

/**
 * Whether the message is on another subject than the answer `index` and what that answers, as far as the table of meanings
 * can tell: not without a table, and not in another language than the table's.
 */
export function changesSubject({ state, vectors }: Source, index: number, { text, meaning }: Asked): boolean {
  if (!vectors || !meaning.length || !isEnglish(text)) return false
  const said = state.roles.lastIndexOf('user')
  const exchange = said >= state.lead ? [index, said] : [index]
  return exchange.every((i) => vectors.similarity(meaning, meaningAt(state.meanings, i)) < LEAST_CLOSENESS)
}

function isEnglish(text: string): boolean {
  const words = wordsOf(text)
  const known = words.filter((word) => STOP_WORDS.has(word.text.toLowerCase())).length
  return known >= LEAST_ENGLISH * words.length
}
