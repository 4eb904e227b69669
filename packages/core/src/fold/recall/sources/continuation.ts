import { STOP_WORDS } from '../../../words/stop-words.ts'
import { wordsOf } from '../../../words/words.ts'
import { wordSignsOf } from '../../digest/word-signs.ts'
import { saidIn } from '../../transcript.ts'
import { meaningAt } from '../meaning-arena.ts'
import type { RecallRequest } from '../recall-source.ts'

/** What stands before the first colon of a text: of one word it may be a name, with a figure it counts. */
const HEADING = /^([^\n:：\p{N}]{4,80})[:：]/u
const LEAST_HEADING = { words: 2, unspaced: 4 }
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/g
/** Lists, tables, headings, bold print, code, and a line that only leads to the next one: what explains, not what tells. */
const SET_OUT = /^[ \t]*(?:[-*•#|>]|\d+[.)])|\*\*|[:：][ \t]*$|```/mu

/**
 * Whether the message is on another subject than the answer `index` and its question, as far as the table of meanings can
 * tell: not without a table, and not in another language than the table's.
 */
export function changesSubject({ state, vectors, query, policy }: RecallRequest, index: number): boolean {
  const { text, meaning } = query
  const { leastCloseness, leastEnglish } = policy.recall.sources.continuation
  if (!vectors || !meaning.length || !isEnglish(text, leastEnglish)) return false
  const said = state.roles.lastIndexOf('user')
  const exchange = said >= state.systemEnd ? [index, said] : [index]
  return exchange.every((i) => vectors.similarity(meaning, meaningAt(state.meanings, i)) < leastCloseness)
}

function isEnglish(text: string, leastShare: number): boolean {
  const words = wordsOf(text)
  const known = words.filter((word) => STOP_WORDS.has(word.text.toLowerCase())).length
  return known >= leastShare * words.length
}

/**
 * Whether a message gives the same task again with something else to do it on ("Rewrite in our house style: ..."): then the
 * answer before shows how it is done.
 */
export function repeatsTask({ transcript, state, query }: RecallRequest): boolean {
  const heading = headingOf(query.text)
  const last = state.roles.lastIndexOf('user')
  return heading !== undefined && last >= state.systemEnd && headingOf(saidIn(transcript, last)) === heading
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
  const { transcript, state, query, features, policy } = request
  const { tokens, substance } = policy.recall.sources.continuation.prose
  if (features.asking > 0 || features.substance > substance || state.tokens[index]! < tokens) return false
  const before = state.roles.lastIndexOf('assistant', index - 1)
  if (before < state.systemEnd || [before, index].some((i) => SET_OUT.test(saidIn(transcript, i)))) return false
  // Who speaks of himself is mostly in need of something else, unless he is in the story.
  return !wordSignsOf(query.text).isOfOneself || !changesSubject(request, index)
}
