import { type CacheSign, type Caching, DEFAULT_POLICY, type FoldState, NO_CACHING, type Policy } from '@pleat/core'
import { type BillFigures, Bills, type ByPrice } from './bills.ts'
import { createReader } from './ours.ts'
import type { Recording, WireMessage } from './recordings.ts'
import type { Scoring, Segment, WireKind } from './scoring.ts'
import { total } from './tally.ts'

/** Turns after which conversations are assumed to end. */
export const CUTS = [12, 25, 60, Number.POSITIVE_INFINITY] as const

/**
 * How the provider's cache behaves. `always`: it works. `pauses`: it expires in a pause, every ten turns. `never`: it
 * does not work. `unasked`: it does not work because caching was not requested.
 */
export type CacheWorld = 'always' | 'pauses' | 'never' | 'unasked'

/** Turns between two pauses that are longer than the lifetime of any cache. */
const TURNS_BETWEEN_PAUSES = 10
/** Requests of a session whose receipts show that nothing is cached, before the server believes it. */
const REQUESTS_UNTIL_BELIEVED = 7

/** The measured case: the objective, the world of the cache, and the price of reading a token from it. */
export interface CostCase {
  readonly objective: Policy['objective']
  readonly world: CacheWorld
  /** Relative to a fresh token. Default: `LOWEST_READ`. */
  readonly read?: number
}

/** Price of a cached token of most models. */
const LOWEST_READ = 0.1

/**
 * The bills of a set in each case, for conversations that end after each of `CUTS`. A recording is read and counted once for
 * all cases.
 */
export function measureCosts(
  recordings: readonly Recording[],
  scoring: Scoring,
  cases: readonly CostCase[],
): readonly (readonly BillFigures[])[] {
  const bills = cases.map(() => CUTS.map(() => new Bills()))
  for (const recording of recordings) {
    const measure = createMeasure(recording, scoring)
    for (const [place, measured] of cases.entries()) {
      const requests = [...measure(measured)]
      for (const [at, cut] of CUTS.entries()) bills[place]![at]!.add(requests.filter(({ turn }) => turn <= cut))
    }
  }
  return bills.map((cuts) => cuts.map((each) => each.figures()))
}

/** The cost of each request of a recording, folded and original, in any number of cases. */
export function createMeasure(recording: Recording, scoring: Scoring) {
  const kind = wireOf(recording)
  const read = createReader(kind)
  const segmentsOf = createSegments(scoring)
  return function* costsOf({ objective, world, read: readPrice = LOWEST_READ }: CostCase) {
    const policy = { ...DEFAULT_POLICY, objective }
    const signs: CacheSign[] = []
    const cache = { signs: () => signs, caching: { ...cachingOf(kind, world), read: readPrice } }
    let state: FoldState | undefined
    let last: { before: readonly Segment[]; after: readonly Segment[] } | undefined
    for (const { turn, request } of requestsOf(recording)) {
      const isCold = world === 'pauses' ? turn % TURNS_BETWEEN_PAUSES === 0 : world !== 'always'
      const isBelieved = isCold && (world === 'pauses' || turn > REQUESTS_UNTIL_BELIEVED)
      if (isBelieved || signs.length) signs.push(signOf(world, historyIn(request, kind), isBelieved))
      const folded = read(request)({ state, policy, cache })
      state = folded.state
      const now = { before: segmentsOf(request), after: segmentsOf(folded.sent) }
      const cached = isCold ? undefined : last
      const tokens = total(now.before)
      yield {
        turn,
        tokens,
        sentTokens: total(now.after),
        ours: costOf(scoring, cached?.after, now.after, readPrice),
        none: costOf(scoring, cached?.before, now.before, readPrice),
      }
      last = now
    }
  }
}

export function wireOf({ format }: Recording): WireKind {
  return format === 'anthropic' ? 'anthropic' : 'openai'
}

/** One request of a recording: all messages before its answer. */
export interface RecordedRequest {
  readonly turn: number
  readonly request: readonly WireMessage[]
}

export function* requestsOf(recording: Recording): Generator<RecordedRequest> {
  const { messages } = recording
  const isUserFirst = wireOf(recording) === 'anthropic'
  const history = isUserFirst ? messages.slice(messages.findIndex(({ role }) => role !== 'assistant')) : messages
  let turn = 1
  for (const [index, { role }] of history.entries()) {
    if (role === 'assistant') turn++
    const next = history[index + 1]
    if (role === 'assistant' || role === 'system' || (next && next.role !== 'assistant')) continue
    yield { turn, request: history.slice(0, index + 1) }
  }
}

/** The messages of one conversation as they are counted. Repeated messages are not counted again. */
export function createSegments(scoring: Scoring): (messages: readonly WireMessage[]) => readonly Segment[] {
  const byObject = new WeakMap<WireMessage, Segment>()
  const byText = new Map<string, Segment>()
  return (messages) =>
    messages.map((message) => {
      const known = byObject.get(message)
      if (known) return known
      const key = JSON.stringify(message)
      const segment = byText.get(key) ?? scoring.segments({ messages: [message] })[0]!
      byText.set(key, segment)
      byObject.set(message, segment)
      return segment
    })
}

/** Number of messages before the new ones. On the messages wire, instructions are not messages. */
function historyIn(request: readonly WireMessage[], kind: WireKind): number {
  const inside = kind === 'anthropic' ? request.filter(({ role }) => role !== 'system') : request
  return inside.findLastIndex(({ role }) => role === 'assistant') + 1
}

/** The cache sign that a server would derive. */
function signOf(world: CacheWorld, at: number, isCold: boolean): CacheSign {
  return { at, isCold, wasMissed: isCold && world !== 'pauses' }
}

/** A client of the messages wire marks the text to cache, except in the world without requested caching. */
export function cachingOf(kind: WireKind, world: CacheWorld): Caching {
  if (world === 'unasked') return NO_CACHING
  return kind === 'anthropic'
    ? { kind: 'asked', write: 1.25, leastTokens: LEAST_CACHED }
    : { kind: 'automatic', write: 1, leastTokens: LEAST_CACHED }
}

/** Least tokens of a cached prefix, and the step to which providers round its length down. */
const LEAST_CACHED = 1024
const CACHE_STEP = 128

/** The price of the request `now`, sent after the request `before`. */
export function costOf(
  scoring: Scoring,
  before: readonly Segment[] | undefined,
  now: readonly Segment[],
  read: number = LOWEST_READ,
): ByPrice {
  const tokens = total(now)
  const shared = before ? Math.min(tokens, scoring.sharedPrefix(before, now)) : 0
  const hit = shared >= LEAST_CACHED ? Math.floor(shared / CACHE_STEP) * CACHE_STEP : 0
  return { openAi: read * hit + (tokens - hit), anthropic: read * shared + 1.25 * (tokens - shared) }
}
