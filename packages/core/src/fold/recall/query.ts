import type { Language } from '../../lexicon/languages.ts'
import { sumOf } from '../../sum.ts'
import { functionTerms } from '../../words/function-words.ts'
import { type TermVector, termVector } from '../../words/terms.ts'
import { meaningOf, type Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import { cuesOfMessage, languageOf, type MessageCues } from './message-cues.ts'
import { bm25, queryWeights } from './rank.ts'

/** The query of a new message, and the match of its words with each message of the history. */
export interface RecallQuery {
  readonly text: string
  readonly cues: MessageCues
  readonly terms: TermVector
  readonly meaning: Int8Array
  /** Weights of its terms that occur in the history, and their sum. */
  readonly weights: ReadonlyMap<number, number>
  readonly known: number
  /** BM25 of messages `[systemEnd, end)` of the history. */
  readonly scores: Float64Array
}

export function queryOf(source: Source, text: string): RecallQuery {
  const { state } = source
  const terms = termVector([text], functionTerms(text))
  const weights = queryWeights(terms, state)
  const known = sumOf(weights.values(), (weight) => weight)
  const scores = bm25(state, { from: state.systemEnd, to: state.keys.length }, weights)
  const cues = cuesOfMessage(text, priorLanguage(source))
  return { text, cues, terms, meaning: meaningOf(source, [text]), weights, known, scores }
}

/** The language of the user's last message. */
function priorLanguage({ transcript, state }: Source): Language | undefined {
  const last = state.roles.lastIndexOf('user')
  return last < state.systemEnd ? undefined : languageOf(saidIn(transcript, last))
}

/** A score relative to that of a message in which each known word occurs about once. At most 1. */
export function relative({ known }: RecallQuery, score: number): number {
  return known ? Math.min(1, score / known) : 0
}
