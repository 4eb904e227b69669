import { DEFAULT_POLICY, type FoldState, type Policy } from '@pleat/core'
import type { ByPrice } from '../bills.ts'
import { cachingOf, costOf, createSegments, type RecordedRequest, requestsOf, wireOf } from '../cost.ts'
import { createReader } from '../ours.ts'
import type { Recording } from '../recordings.ts'
import type { Scoring, Segment } from '../scoring.ts'
import { total } from '../tally.ts'
import { type Cheapest, cheapestOf, type Step } from './cheapest.ts'
import { type Choice, policyFor } from './choices.ts'
import { copyOf } from './copy.ts'

/** Bills of a sample of a set relative to sending everything, and the objectives' shares of the limit's savings. */
export interface SetLimit {
  readonly conversations: number
  readonly bills: { readonly limit: number; readonly tokens: number; readonly cost: number }
  readonly share: { readonly tokens: number; readonly cost: number }
}

/**
 * Only the first requests of each conversation are measured, since every request is folded in many ways. A sample has
 * at least `CONVERSATIONS`, and more if these have fewer than `REQUESTS` in total. Smaller samples are noisy: the limit
 * is 0.956 for 4 of the 100 tau sessions, and 0.868 for 18.
 */
const MAX_REQUESTS = 60
const CONVERSATIONS = 4
const REQUESTS = 240
/** Largest number of requests in which all choices are tried: every second one of 60. */
const MAX_FOLD_POINTS = 30

const OBJECTIVES = ['tokens', 'cost'] as const

export function measureLimit(recordings: readonly Recording[], scoring: Scoring, most?: number): SetLimit {
  const sample = sampleOf(recordings, most)
  const sum = { none: 0, tokens: 0, cost: 0, limit: 0 }
  for (const recording of sample) {
    const { bill, followed } = [...limitsOf(recording, scoring)].at(-1)!
    sum.limit += bill
    sum.none += directBill(recording, scoring)
    for (const [start, objective] of OBJECTIVES.entries()) sum[objective] += followed[start]!
  }
  const saved = Math.max(Number.EPSILON, sum.none - sum.limit)
  const share = { tokens: (sum.none - sum.tokens) / saved, cost: (sum.none - sum.cost) / saved }
  const bills = { limit: sum.limit / sum.none, tokens: sum.tokens / sum.none, cost: sum.cost / sum.none }
  return { conversations: sample.length, bills, share }
}

/** A sample of `most` recordings at equal distances, or of the number that gives enough requests. */
function sampleOf(recordings: readonly Recording[], most?: number): readonly Recording[] {
  const requests = recordings.reduce((sum, recording) => sum + firstRequests(recording).length, 0) / recordings.length
  const enough = most ?? Math.max(CONVERSATIONS, Math.round(REQUESTS / requests))
  const number = Math.min(recordings.length, enough)
  return Array.from({ length: number }, (_, place) => recordings[Math.floor((place * recordings.length) / number)]!)
}

interface Memory {
  readonly objective: Policy['objective']
  readonly state: FoldState | undefined
  readonly sent: readonly Segment[] | undefined
}

/**
 * The cheapest way to have sent everything up to each request: real folds, real digests, the bill of the wire. Both of Pleat's
 * schedules are followed to the end, and other schedules may leave them at any request.
 */
export function* limitsOf(recording: Recording, scoring: Scoring): Generator<Cheapest<Choice>> {
  const kind = wireOf(recording)
  const price = priceFor(recording)
  const cache = { caching: cachingOf(kind, 'always') }
  const read = createReader(kind)
  const segmentsOf = createSegments(scoring)
  const requests = firstRequests(recording)
  const pointsApart = Math.ceil(requests.length / MAX_FOLD_POINTS)
  const readers = requests.map(({ request }) => ({ request, fold: undefined as ReturnType<typeof read> | undefined }))
  const starts = OBJECTIVES.map((objective): Memory => ({ objective, state: undefined, sent: undefined }))
  yield* cheapestOf<Memory, Choice>(requests.length, starts, function* stepsOf(before, number): Generator<
    Step<Memory, Choice>
  > {
    const { objective } = before
    const reader = readers[number]!
    reader.fold ??= read(reader.request)
    const isEarly = requests[number]!.turn < DEFAULT_POLICY.firstTurn
    const isPoint = (requests.length - 1 - number) % pointsApart === 0
    const choices = isEarly ? OURS : isPoint ? choicesFor(total(segmentsOf(reader.request))) : OURS_OR_KEEP
    for (const [place, choice] of choices.entries()) {
      // `fold` mutates its state: each choice gets a copy, and the last one the original.
      const state = place < choices.length - 1 ? copyOf(before.state) : before.state
      const folded = reader.fold({ state, policy: policyFor(choice, objective), cache })
      const sent = segmentsOf(folded.sent)
      yield {
        choice,
        price: costOf(scoring, before.sent, sent)[price],
        carried: costOf(scoring, sent, sent)[price],
        memory: { objective, state: folded.state, sent },
      }
    }
  })
}

function firstRequests(recording: Recording): readonly RecordedRequest[] {
  return [...requestsOf(recording)].slice(0, MAX_REQUESTS)
}

function directBill(recording: Recording, scoring: Scoring): number {
  const segmentsOf = createSegments(scoring)
  let bill = 0
  let before: readonly Segment[] | undefined
  for (const { request } of firstRequests(recording)) {
    const now = segmentsOf(request)
    bill += costOf(scoring, before, now)[priceFor(recording)]
    before = now
  }
  return bill
}

function priceFor(recording: Recording): keyof ByPrice {
  return wireOf(recording) === 'anthropic' ? 'anthropic' : 'openAi'
}

/** Tokens from which on a digest of everything is never too short for the cache. */
const NEVER_SHORT = 16_000

function choicesFor(tokens: number): readonly Choice[] {
  return tokens < NEVER_SHORT ? EVERY_CHOICE : LONG_CHOICES
}

const OURS: readonly Choice[] = ['ours']
const OURS_OR_KEEP: readonly Choice[] = ['ours', 'keep']
const LONG_CHOICES: readonly Choice[] = ['ours', 'keep', 'fold', 'anew']
const EVERY_CHOICE: readonly Choice[] = [...LONG_CHOICES, 'foldShort', 'anewShort', 'unfold']
