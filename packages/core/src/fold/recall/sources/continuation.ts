import { STOP_WORDS } from '../../../words/stop-words.ts'
import { wordsOf } from '../../../words/words.ts'
import { wordSignsOf } from '../../digest/word-signs.ts'
import { saidIn } from '../../transcript.ts'
import { meaningAt } from '../meaning-arena.ts'
import type { RecallRequest } from '../recall-source.ts'

/** The text before the first colon of a message. A single word may be a name, and a figure belongs to a list. */
const HEADING = /^([^\n:：\p{N}]{4,80})[:：]/u
const LEAST_HEADING = { words: 2, unspaced: 4 }
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/g
/**
 * Lists, tables, headings, bold print, code, and lines that introduce the next one: signs of an explanation and not of a story.
 */
const FORMATTED = /^[ \t]*(?:[-*•#|>]|\d+[.)])|\*\*|[:：][ \t]*$|```/mu

/**
 * True if the message has another subject than the answer `index` and its question, according to the table of meanings. Always
 * false without a table, and in another language than the table's.
 */
export function changesSubject({ state, vectors, query, policy }: RecallRequest, index: number): boolean {
  const { text, meaning } = query
  const { leastCloseness, leastEnglish } = policy.recall.sources.continuation
  if (!vectors || !meaning.length || !isEnglish(text, leastEnglish)) return false
  const question = state.roles.lastIndexOf('user')
  const exchange = question >= state.systemEnd ? [index, question] : [index]
  return exchange.every((i) => vectors.similarity(meaning, meaningAt(state.meanings, i)) < leastCloseness)
}

function isEnglish(text: string, leastShare: number): boolean {
  const words = wordsOf(text)
  const known = words.filter((word) => STOP_WORDS.has(word.text.toLowerCase())).length
  return known >= leastShare * words.length
}

/**
 * True if a message repeats the last task with another object ("Rewrite in our house style: ..."). The answer before it then
 * shows how the task is done.
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
 * True if a text is written in turns, like a story, and the message asks for its next part: the answer `index` and the
 * one before it are plain prose, and the message says little and is not a question. Even a message that names only new
 * persons needs the answer, because the next part begins where it ends.
 */
export function continuesProse(request: RecallRequest, index: number): boolean {
  const { transcript, state, query, features, policy } = request
  const { tokens, substance } = policy.recall.sources.continuation.prose
  if (features.asking > 0 || features.substance > substance || state.tokens[index]! < tokens) return false
  const before = state.roles.lastIndexOf('assistant', index - 1)
  if (before < state.systemEnd || [before, index].some((i) => FORMATTED.test(saidIn(transcript, i)))) return false
  // A message about oneself mostly asks for something else, unless the speaker is part of the story.
  return !wordSignsOf(query.text).isOfOneself || !changesSubject(request, index)
}
