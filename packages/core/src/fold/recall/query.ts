import type { Language } from '../../lexicon/languages.ts'
import { functionTerms } from '../../words/function-words.ts'
import { type TermVector, termVector } from '../../words/terms.ts'
import { meaningOf, type Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import { cuesOfMessage, languageOf, type MessageCues } from './message-cues.ts'
import { bm25, queryWeights } from './rank.ts'

/** What a new message asks, and how well each message of the history matches its words. */
export interface RecallQuery {
  readonly text: string
  readonly cues: MessageCues
  readonly terms: TermVector
  readonly meaning: Int8Array
  /** Weight of each of its terms that the history holds, and the sum of these weights. */
  readonly weights: ReadonlyMap<number, number>
  readonly known: number
  /** BM25 of messages `[systemEnd, end)` of the history. */
  readonly scores: Float64Array
}

export function queryOf(source: Source, text: string): RecallQuery {
  const { state } = source
  const terms = termVector([text], functionTerms(text))
  const weights = queryWeights(terms, state)
  let known = 0
  for (const weight of weights.values()) known += weight
  const scores = bm25(state, { from: state.systemEnd, to: state.keys.length }, weights)
  const cues = cuesOfMessage(text, priorLanguage(source))
  return { text, cues, terms, meaning: meaningOf(source, [text]), weights, known, scores }
}

/** The language of the user's last message. */
function priorLanguage({ transcript, state }: Source): Language | undefined {
  const last = state.roles.lastIndexOf('user')
  return last < state.systemEnd ? undefined : languageOf(saidIn(transcript, last))
}

/** A score as a share of what a message that holds all of the known words about once would get; at most 1. */
export function relative({ known }: RecallQuery, score: number): number {
  return known ? Math.min(1, score / known) : 0
}
