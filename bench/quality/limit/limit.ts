import type { FoldState } from '@pleat/core'
import type { ByPrice } from '../bills.ts'
import { cachingOf, costOf, costsOf, createSegments, requestsOf, wireOf } from '../cost.ts'
import { createReader } from '../ours.ts'
import type { Recording } from '../recordings.ts'
import type { Scoring, Segment } from '../scoring.ts'
import { total } from '../tally.ts'
import { type Cheapest, cheapestOf, type Step } from './cheapest.ts'
import { type Choice, POLICY_OF } from './choices.ts'
import { copyOf } from './copy.ts'

/** Bills of the conversations of a set that were looked at, relative to direct, and savings relative to the limit's. */
export interface SetLimit {
  readonly conversations: number
  readonly bill: number
  readonly share: { readonly tokens: number; readonly cost: number }
}

/** Conversations of a set, at equal distances, and the first requests of each: every one is folded in many ways. */
const CONVERSATIONS = 3
const MOST_REQUESTS = 60
/** Requests between two before which the history may be folded: of a conversation of 60 requests every third one. */
const MOST_FOLD_POINTS = 30

export function measureLimit(recordings: readonly Recording[], scoring: Scoring): SetLimit {
  const most = Math.min(CONVERSATIONS, recordings.length)
  const looked = Array.from({ length: most }, (_, place) => recordings[Math.floor((place * recordings.length) / most)]!)
  const sum = { none: 0, tokens: 0, cost: 0, limit: 0 }
  for (const recording of looked) {
    const price = priceFor(recording)
    const paid = { none: 0, tokens: 0, cost: 0 }
    for (const objective of ['tokens', 'cost'] as const) {
      let left = MOST_REQUESTS
      for (const { ours, none } of costsOf(recording, scoring, { objective, world: 'always' })) {
        if (left-- === 0) break
        paid[objective] += ours[price]
        if (objective === 'cost') paid.none += none[price]
      }
    }
    const least = [...limitsOf(recording, scoring)].at(-1)?.bill ?? 0
    // The schedules that are kept may lack the cheapest. Then the cheapest known one is ours.
    sum.limit += Math.min(least, paid.none, paid.tokens, paid.cost)
    sum.none += paid.none
    sum.tokens += paid.tokens
    sum.cost += paid.cost
  }
  const saved = Math.max(Number.EPSILON, sum.none - sum.limit)
  const share = { tokens: (sum.none - sum.tokens) / saved, cost: (sum.none - sum.cost) / saved }
  return { conversations: looked.length, bill: sum.limit / sum.none, share }
}

interface Memory {
  readonly state: FoldState | undefined
  readonly sent: readonly Segment[] | undefined
}

/** By request, the cheapest way to have sent everything up to it: real folds, real digests, the bill of the wire. */
export function* limitsOf(recording: Recording, scoring: Scoring): Generator<Cheapest<Choice>> {
  const kind = wireOf(recording)
  const price = priceFor(recording)
  const cache = { caching: cachingOf(kind, 'always') }
  const read = createReader(kind)
  const segmentsOf = createSegments(scoring)
  const requests = [...requestsOf(recording)].slice(0, MOST_REQUESTS)
  const pointsApart = Math.ceil(requests.length / MOST_FOLD_POINTS)
  const readers = requests.map(({ request }) => ({ request, fold: undefined as ReturnType<typeof read> | undefined }))
  yield* cheapestOf<Memory, Choice>(
    requests.length,
    { state: undefined, sent: undefined },
    function* stepsOf(before, number): Generator<Step<Memory, Choice>> {
      const reader = readers[number]!
      reader.fold ??= read(reader.request)
      const isPoint = (requests.length - 1 - number) % pointsApart === 0
      const choices = isPoint ? choicesFor(total(segmentsOf(reader.request))) : (['keep'] as const)
      for (const [place, choice] of choices.entries()) {
        // `fold` mutates its state: each choice gets a copy, and the last one the original.
        const state = place < choices.length - 1 ? copyOf(before.state) : before.state
        const folded = reader.fold({ state, policy: POLICY_OF[choice], cache })
        const sent = segmentsOf(folded.sent)
        yield {
          choice,
          price: costOf(scoring, before.sent, sent)[price],
          carried: costOf(scoring, sent, sent)[price],
          memory: { state: folded.state, sent },
        }
      }
    },
  )
}

function priceFor(recording: Recording): keyof ByPrice {
  return wireOf(recording) === 'anthropic' ? 'anthropic' : 'openAi'
}

/** Tokens from which on no digest of everything is too short for the cache. */
const NEVER_SHORT = 16_000

function choicesFor(tokens: number): readonly Choice[] {
  return tokens < NEVER_SHORT ? EVERY_CHOICE : LONG_CHOICES
}

const LONG_CHOICES: readonly Choice[] = ['keep', 'fold', 'anew']
const EVERY_CHOICE: readonly Choice[] = [...LONG_CHOICES, 'foldShort', 'anewShort', 'unfold']
