import { STOP_WORDS } from '../../../words/stop-words.ts'
import { wordsOf } from '../../../words/words.ts'
import { wordSignsOf } from '../../digest/word-signs.ts'
import { saidIn } from '../../transcript.ts'
import { meaningAt } from '../meaning-arena.ts'
import type { RecallRequest } from '../recall-source.ts'

/** Cosine of a message with the exchange before it, below which they are on different subjects. */
const LEAST_CLOSENESS = 0.45
/** The table of meanings knows English; a text with fewer of its small words may be of another language. */
const LEAST_ENGLISH = 0.2
/** What stands before the first colon of a text: of one word it may be a name, with a figure it counts. */
const HEADING = /^([^\n:：\p{N}]{4,80})[:：]/u
const LEAST_HEADING = { words: 2, unspaced: 4 }
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/g
/** A shorter answer is talk, and no text that goes on; a wish that says more speaks for itself. */
const PROSE_TOKENS = 100
const MOST_SUBSTANCE = 8
/** Lists, tables, headings, bold print, code, and a line that only leads to the next one: what explains, not what tells. */
const SET_OUT = /^[ \t]*(?:[-*•#|>]|\d+[.)])|\*\*|[:：][ \t]*$|```/mu

/**
 * Whether the message is on another subject than the answer `index` and its question, as far as the table of meanings can
 * tell: not without a table, and not in another language than the table's.
 */
export function changesSubject({ state, vectors, query: { text, meaning } }: RecallRequest, index: number): boolean {
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

/**
 * Whether a message gives the same task again with something else to do it on ("Rewrite in our house style: ..."): then the
 * answer before shows how it is done.
 */
export function repeatsTask({ transcript, state, query }: RecallRequest): boolean {
  const heading = headingOf(query.text)
  const last = state.roles.lastIndexOf('user')
  return heading !== undefined && last >= state.lead && headingOf(saidIn(transcript, last)) === heading
}

function headingOf(text: string): string | undefined {
  const heading = HEADING.exec(text.trimStart())?.[1]?.trim()
  if (!heading) return undefined
  const words = heading.split(/\s+/).length
  const isTask = words >= LEAST_HEADING.words || (heading.match(UNSPACED)?.length ?? 0) >= LEAST_HEADING.unspaced
  return isTask ? heading.toLowerCase() : undefined
}

/**
 * Whether a text is being written in turns, as a story is, and the message wishes for what comes next in it: the answer
 * `index` and the one before it are plain prose, and the message is no question. It may name nobody but somebody new, and
 * yet what comes next has to begin where the last words ended.
 */
export function continuesProse(request: RecallRequest, index: number): boolean {
  const { transcript, state, query, features } = request
  if (features.asking > 0 || features.substance > MOST_SUBSTANCE || state.tokens[index]! < PROSE_TOKENS) return false
  const before = state.roles.lastIndexOf('assistant', index - 1)
  if (before < state.lead || [before, index].some((i) => SET_OUT.test(saidIn(transcript, i)))) return false
  // Who speaks of himself is mostly in need of something else, unless he is in the story.
  return !wordSignsOf(query.text).isOfOneself || !changesSubject(request, index)
}
