import { information } from '../../words/information.ts'
import type { TermVector } from '../../words/terms.ts'
import { heldFor } from '../digest/held.ts'
import type { Source } from '../source.ts'
import { type FoldState, frequenciesOf } from '../state.ts'
import type { Range } from '../transcript.ts'
import { meaningAt } from './meaning-arena.ts'
import { startOf, termsAt } from './term-arena.ts'

/** `k1` and `b` of BM25. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.6

/**
 * Limit of the algorithm: recall reads the newest 2,048 messages, so that the cost of a turn is bounded in very long
 * conversations.
 */
export const MAX_RANKED = 2048

/** Weights of the query's terms that occur in the history. Other terms match no message. */
export function queryWeights(query: TermVector, state: FoldState): Map<number, number> {
  const frequencies = frequenciesOf(state)
  const weights = new Map<number, number>()
  for (const id of query.ids) if (frequencies.of(id) > 0) weights.set(id, information(id, frequencies))
  return weights
}

/** BM25 of messages `[from, to)` of the history for the weighted terms. 0 for all but the newest `MAX_RANKED`. */
export function bm25(state: FoldState, range: Range, weights: ReadonlyMap<number, number>): Float64Array {
  const { ids, counts, lengths, ends } = state.terms
  const scores = new Float64Array(Math.max(0, range.to - range.from))
  if (!weights.size) return scores
  const first = Math.max(range.from, range.to - MAX_RANKED)
  let length = 0
  for (let i = first; i < range.to; i++) length += lengths[i]!
  const average = Math.max(1, length / Math.max(1, range.to - first))
  const asked = Int32Array.from(weights.keys())
  const worth = Float64Array.from(weights.values())
  const places = placesOf(asked)
  let start = startOf(state.terms, first)
  for (let i = first; i < range.to; i++) {
    const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * lengths[i]!) / average)
    const end = ends[i]!
    let score = 0
    for (let k = start; k < end; k++) {
      const id = ids[k]!
      const place = places[id & (PLACES - 1)]!
      if (place === 0) continue
      const weight = asked[place - 1] === id ? worth[place - 1] : weights.get(id)
      if (weight === undefined) continue
      const count = counts[k]!
      score += (weight * count * (SATURATION + 1)) / (count + norm)
    }
    start = end
    scores[i - range.from] = score
  }
  return scores
}

/** Size of a table that answers most lookups without the map: most terms of a history are not in the query. */
const PLACES = 1 << 14

/**
 * The number of each term, from 1 on, by the last bits of the term. The last of the terms that share these bits wins.
 */
function placesOf(terms: Int32Array): Uint16Array {
  const places = new Uint16Array(PLACES)
  for (let i = 0; i < terms.length; i++) places[terms[i]! & (PLACES - 1)] = Math.min(i + 1, 0xffff)
  return places
}

/**
 * Adds shares of the neighbours' scores, since messages next to a match belong to it: 0.3 of each direct neighbour, 0.1 of the
 * next ones.
 */
function withNeighbours(scores: Float64Array): Float64Array {
  const last = scores.length - 1
  return scores.map((score, i) => {
    const near = (i > 0 ? scores[i - 1]! : 0) + (i < last ? scores[i + 1]! : 0)
    const next = (i > 1 ? scores[i - 2]! : 0) + (i + 1 < last ? scores[i + 2]! : 0)
    return score + 0.3 * near + 0.1 * next
  })
}

/** A query: the weighted terms of a message, its meaning, and the scores of all messages after the system prefix. */
export interface RankQuery {
  readonly weights: ReadonlyMap<number, number>
  readonly scores: Float64Array
  readonly meaning: Int8Array
  /**
   * How far below the average match a wanted message may be, in standard deviations of words and meaning together. If
   * it is negative, a wanted message has to be above the average.
   */
  readonly reach: number
}

/**
 * Scores of the folded messages for a query. Messages with 0 are not wanted. The score is the sum of:
 * - BM25 with neighbours for the words, as a deviation from its mean;
 * - cosine with neighbours for the meaning, as a deviation from its mean;
 * - a second hop by the rare terms of the best three messages, for scattered evidence.
 *
 * It is lower if digests already contain the message.
 */
export function rankFolded(source: Source, query: RankQuery): Float64Array {
  const { state, policy } = source
  const range = { from: Math.max(state.systemEnd, state.boundary - MAX_RANKED), to: state.boundary }
  const skipped = range.from - state.systemEnd
  const words = scaled(state, range, query.scores.subarray(skipped, state.boundary - state.systemEnd))
  const first = withMeaning(source, range, { words, query })
  const second = scaled(state, range, bm25(state, range, secondHop(state, range, first, query.weights)))
  const scores = new Float64Array(state.boundary - state.systemEnd)
  for (let i = 0; i < first.length; i++) {
    const held = heldShare(state, range.from + i)
    scores[skipped + i] = (first[i]! + policy.recall.rank.secondHop * second[i]!) * (1 - policy.recall.rank.held * held)
  }
  return scores
}

function withMeaning(
  { state, vectors, policy }: Source,
  range: Range,
  found: { words: Float64Array; query: RankQuery },
): Float64Array {
  const { meaning: wanted, reach } = found.query
  const both = deviations(found.words)
  if (vectors && wanted.length) {
    const near = new Float64Array(both.length)
    for (let i = range.from; i < range.to; i++) {
      near[i - range.from] = vectors.similarity(wanted, meaningAt(state.meanings, i))
    }
    const meaning = deviations(withNeighbours(near))
    for (let i = 0; i < both.length; i++) both[i]! += policy.recall.rank.meaning * meaning[i]!
  }
  return toUnit(both.map((score) => Math.max(0, score + reach)))
}

function deviations(scores: Float64Array): Float64Array {
  let sum = 0
  let squares = 0
  for (const score of scores) {
    sum += score
    squares += score * score
  }
  const mean = sum / Math.max(1, scores.length)
  const spread = Math.sqrt(Math.max(0, squares / Math.max(1, scores.length) - mean * mean))
  return spread > 0 ? scores.map((score) => (score - mean) / spread) : scores.map(() => 0)
}

/** The highest of several scores, at least 0. */
export function highestOf(scores: Float64Array): number {
  let highest = 0
  for (const score of scores) if (score > highest) highest = score
  return highest
}

function toUnit(scores: Float64Array): Float64Array {
  const best = highestOf(scores)
  return best > 0 ? scores.map((score) => score / best) : scores
}

function scaled(state: FoldState, range: { from: number }, scores: Float64Array): Float64Array {
  const near = withNeighbours(scores).map((score, i) => score / Math.max(8, state.tokens[range.from + i]!) ** 0.25)
  return toUnit(near)
}

/** Number of messages whose rare terms are searched as well. */
const MAX_HOPS = 3

/** Positions of the highest scores above 0, highest first. Equal scores keep their order. */
export function bestOf(scores: Float64Array, most = scores.length): number[] {
  const places = [...scores.keys()].filter((place) => scores[place]! > 0)
  return places.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, most)
}

/** The messages before `end` with the highest scores above 0, the best first. `scores` begin after the system prefix. */
export function bestMatches(scores: Float64Array, { systemEnd }: FoldState, end: number, most?: number): number[] {
  return bestOf(scores.subarray(0, end - systemEnd), most).map((offset) => systemEnd + offset)
}

/**
 * The newest messages before `end`, and those before them with the highest scores, in the order of the conversation.
 */
export function newestAndBestMatches(
  scores: Float64Array,
  state: FoldState,
  end: number,
  most: { readonly newest: number; readonly matching: number },
): number[] {
  const newest = Math.max(state.systemEnd, end - most.newest)
  const indices = bestMatches(scores, state, newest, most.matching).sort((a, b) => a - b)
  for (let index = newest; index < end; index++) indices.push(index)
  return indices
}

function secondHop(
  state: FoldState,
  range: Range,
  scores: Float64Array,
  known: ReadonlyMap<number, number>,
): Map<number, number> {
  const frequencies = frequenciesOf(state)
  const fresh = new Map<number, number>()
  for (const i of bestOf(scores, MAX_HOPS)) {
    for (const id of termsAt(state.terms, range.from + i))
      if (!known.has(id)) fresh.set(id, information(id, frequencies))
  }
  return new Map([...fresh].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 6))
}

/** Share of a message's distinct terms that digests contain. */
function heldShare(state: FoldState, index: number): number {
  const ids = termsAt(state.terms, index)
  if (!ids.length) return 1
  let held = 0
  const counts = heldFor(state.held, state.roles[index] === 'user')
  for (const id of ids) if (counts.has(id)) held++
  return held / ids.length
}
