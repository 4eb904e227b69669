import { occurrencesOf } from '../../../maps.ts'
import { sumOf } from '../../../sum.ts'
import type { Source } from '../../source.ts'
import { saidIn } from '../../transcript.ts'
import { askedLines, quoted } from '../lines-about.ts'
import type { MessageCues } from '../message-cues.ts'
import type { RecallQuery } from '../query.ts'
import { bestOf, MAX_RANKED } from '../rank.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { termsAt } from '../term-arena.ts'
import { isEdit } from '../wishes.ts'

/** Limit of the algorithm: reading a longer text would take too long while other requests wait. */
const MAX_TOKENS = 50_000

/**
 * Excerpts of a long folded text of the user that a message asks about: the sentences about the query, with their neighbours.
 * The whole text if the message works on it, since a part of it is then of no use.
 */
export const referenceText: RecallSource = { value: 0.6, propose }

function* propose(request: RecallRequest, { left }: Allocation): Generator<Proposal> {
  const { transcript, state, query, features, demand, policy } = request
  const { referenceText: limits, rankedMessages } = policy.recall.sources
  if (features.substance > limits.substance || !query.known) return
  const index = textAbout(request, query)
  if (index === undefined) return
  const tokens = state.tokens[index]!
  if (tokens <= Math.min(left, limits.wholeTokens) && isToBeWorkedOn(query.cues)) {
    yield { index, text: saidIn(transcript, index), tokens }
    return
  }
  // The ranked messages may contain the gist of the text as well.
  const isBesideGist = demand.isWanted && tokens <= rankedMessages.mostTokens
  const wanted = limits.passagesTokens[isBesideGist ? 'besideGist' : 'alone']
  const text = passagesOf(request, index, Math.min(wanted, left))
  if (text) yield { index, text, tokens: request.count(text), isPart: true }
}

function isToBeWorkedOn(cues: MessageCues): boolean {
  return cues.has('recap') || cues.has('make') || cues.sentences.some(isEdit)
}

/** The long text that shares most information with the message, unless a verbatim message shares as much. */
function textAbout({ state, policy }: Source, { weights, known }: RecallQuery): number | undefined {
  const { leastTokens, about } = policy.recall.sources.referenceText
  let best: { readonly index: number; readonly share: number } | undefined
  for (let index = Math.max(state.systemEnd, state.boundary - MAX_RANKED); index < state.boundary; index++) {
    const tokens = state.tokens[index]!
    if (state.roles[index] !== 'user' || tokens < leastTokens || tokens > MAX_TOKENS) continue
    if (state.standing.has(index)) continue
    const { count, sum } = heldBy(termsAt(state.terms, index), weights)
    if (count < about.terms || sum < about.share * known) continue
    if (!best || sum > best.share) best = { index, share: sum }
  }
  if (!best) return undefined
  for (let index = state.boundary; index < state.keys.length; index++) {
    if (heldBy(termsAt(state.terms, index), weights).sum >= best.share) return undefined
  }
  return best.index
}

function heldBy(
  terms: Iterable<number>,
  weights: ReadonlyMap<number, number>,
): { readonly count: number; readonly sum: number } {
  let count = 0
  let sum = 0
  for (const term of terms) {
    const weight = weights.get(term)
    if (weight === undefined) continue
    count++
    sum += weight
  }
  return { count, sum }
}

/** The sentences with most of the terms that are rare in this text, each with its neighbours, in order. */
function passagesOf(request: RecallRequest, index: number, room: number): string {
  const said = saidIn(request.transcript, index)
  const sentences = askedLines(request, index, said)
  const times = occurrencesOf(sentences.flatMap(({ terms }) => [...terms]))
  const scores = Float64Array.from(sentences, ({ terms }) =>
    sumOf(terms, (term) => Math.log(1 + sentences.length / times.get(term)!)),
  )
  const taken = new Set<number>()
  let left = room
  for (const place of bestOf(scores)) {
    for (const beside of [place, place + 1, place - 1]) {
      const tokens = sentences[beside]?.cost
      if (tokens === undefined || tokens > left || taken.has(beside)) continue
      taken.add(beside)
      left -= tokens
    }
  }
  const places = [...taken].sort((a, b) => a - b)
  return quoted(said, sentences, places)
}
