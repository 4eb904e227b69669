import { fragmentsOf } from '../../../text/fragments.ts'
import { contentTerms } from '../../../words/terms.ts'
import { estimator } from '../../density.ts'
import type { Source } from '../../source.ts'
import { saidIn } from '../../transcript.ts'
import type { MessageCues } from '../message-cues.ts'
import type { RecallQuery } from '../query.ts'
import { MOST_RANKED } from '../rank.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { termsAt } from '../term-arena.ts'
import { isEdit } from '../wishes.ts'
import { LONGEST_TOKENS } from './ranked-messages.ts'

/** A shorter message of the user's comes back as any other; a longer one would take too long to read while others wait. */
const TEXT_TOKENS = { least: 300, most: 50_000 }
/** What a message says of which so many words, with this share of its known information, stand in a text, is asked of that. */
const ABOUT = { terms: 2, share: 0.5 }
/** Who says more than so many rare words' worth brings what it is about. */
const MOST_SUBSTANCE = 10
/** Most that comes back of a text for a question, and up to where it comes whole for something to be made of it, in tokens. */
const PASSAGES_TOKENS = { alone: 400, besideGist: 120 }
const WHOLE_TOKENS = 4000

/**
 * What a message asks of a long text that the user gave and that has been folded: the sentences that speak of it, with what
 * stands beside them; all of the text where something is to be made of it, since a part of it is no use then.
 */
export const referenceText: RecallSource = { value: 0.6, propose }

function* propose(request: RecallRequest, { left }: Allocation): Generator<Proposal> {
  const { transcript, state, query, features, demand } = request
  if (features.substance > MOST_SUBSTANCE || !query.known) return
  const index = textAbout(request, query)
  if (index === undefined) return
  const tokens = state.tokens[index]!
  if (tokens <= Math.min(left, WHOLE_TOKENS) && isToBeWorkedOn(query.cues)) {
    yield { index, text: saidIn(transcript, index), tokens }
    return
  }
  // The ranked messages may hold the gist of it as well.
  const isBesideGist = demand.isWanted && tokens <= LONGEST_TOKENS
  const wanted = isBesideGist ? PASSAGES_TOKENS.besideGist : PASSAGES_TOKENS.alone
  const text = passagesOf(request, index, { weights: query.weights, room: Math.min(wanted, left) })
  if (text) yield { index, text, tokens: request.count(text), isPart: true }
}

function isToBeWorkedOn(cues: MessageCues): boolean {
  return cues.has('recap') || cues.has('make') || cues.sentences.some(isEdit)
}

/** The long text that most of the message is about, if not as much of it stands in what is sent anyway. */
function textAbout({ state }: Source, { weights, known }: RecallQuery): number | undefined {
  let best: { readonly index: number; readonly share: number } | undefined
  for (let index = Math.max(state.lead, state.boundary - MOST_RANKED); index < state.boundary; index++) {
    const tokens = state.tokens[index]!
    if (state.roles[index] !== 'user' || tokens < TEXT_TOKENS.least || tokens > TEXT_TOKENS.most) continue
    if (state.standing.has(index)) continue
    const { count, sum } = heldBy(termsAt(state.terms, index), weights)
    if (count < ABOUT.terms || sum < ABOUT.share * known) continue
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

/** The sentences that hold most of the terms which are rare in this text, each with the one before and behind, in order. */
function passagesOf(
  { transcript, state }: Source,
  index: number,
  { weights, room }: { readonly weights: ReadonlyMap<number, number>; readonly room: number },
): string {
  const estimate = estimator(state, index, transcript.piecesOf(index))
  const sentences = fragmentsOf(saidIn(transcript, index)).map(({ text }) => ({
    text,
    terms: new Set(contentTerms(text).filter((term) => weights.has(term))),
    tokens: estimate(text, false) + 1,
  }))
  const times = new Map<number, number>()
  for (const { terms } of sentences) for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  const scores = sentences.map(({ terms }) =>
    [...terms].reduce((sum, term) => sum + Math.log(1 + sentences.length / times.get(term)!), 0),
  )
  const order = [...scores.keys()].filter((place) => scores[place]! > 0)
  order.sort((a, b) => scores[b]! - scores[a]! || a - b)
  const taken = new Set<number>()
  let left = room
  for (const place of order) {
    for (const beside of [place, place + 1, place - 1]) {
      const tokens = sentences[beside]?.tokens
      if (tokens === undefined || tokens > left || taken.has(beside)) continue
      taken.add(beside)
      left -= tokens
    }
  }
  const places = [...taken].sort((a, b) => a - b)
  return places
    .map((place, at) => (at > 0 && places[at - 1] !== place - 1 ? '… ' : '') + sentences[place]!.text)
    .join(' ')
}
