import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Caching, NO_CACHING } from '../../caching.ts'
import type { WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { FoldState } from '../state.ts'
import {
  conversationOf,
  countTokens,
  plainTalk,
  requestsOf,
  talk,
  transcript,
  type WireMessage,
} from '../talk.fixture.ts'
import { measure, type Prices, price, type Sent } from './billed-request.fixture.ts'
import type { CacheSign } from './cache-sign.ts'

const BOUND = 1.02
/** Of the request at which a session stops, at its full price. */
const ADVANCE = 0.25

interface Wire {
  readonly format: WireFormat
  readonly caching: Caching
  /** What a provider on this wire may charge, relative to a fresh token, and the least size its cache works from. */
  readonly prices: fc.Arbitrary<Prices>
}

const AUTOMATIC: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }
const ASKED: Caching = { kind: 'asked', write: 1.25, leastTokens: 1024 }
const ASKED_FOR_LONG: Caching = { ...ASKED, write: 2 }

function pricesOf({ kind, write, leastTokens }: Caching): fc.Arbitrary<Prices> {
  return fc.record({
    read: fc.double({ min: 0.1, max: 1, noNaN: true }),
    write: fc.double({ min: 1, max: write, noNaN: true }),
    leastCached: kind === 'asked' ? fc.constantFrom(0, leastTokens) : fc.constant(leastTokens),
  })
}

const WIRES: readonly (Wire & { readonly name: string })[] = [
  { name: 'chat completions', format: 'openai-chat', caching: AUTOMATIC, prices: pricesOf(AUTOMATIC) },
  { name: 'messages with cache marks', format: 'anthropic-messages', caching: ASKED, prices: pricesOf(ASKED) },
  {
    name: 'messages with marks for an hour',
    format: 'anthropic-messages',
    caching: ASKED_FOR_LONG,
    prices: pricesOf(ASKED_FOR_LONG),
  },
]
const OBJECTIVES = ['tokens', 'cost'] as const

/** What becomes of the cache from one request to the next, and what whoever asks the fold believes of it. */
interface CacheEvent {
  /** Whether the cache really held what was sent before. */
  readonly isLost: boolean
  /** Whether it is taken to be cold, be it so or not. */
  readonly isThoughtCold: boolean
  /** Whether a receipt came that tells of it. */
  readonly hasReceipt: boolean
}

const WARM: CacheEvent = { isLost: false, isThoughtCold: false, hasReceipt: true }
const LOST: CacheEvent = { isLost: true, isThoughtCold: true, hasReceipt: true }

/** Sessions with pauses, some of them long, and with caches that work for a while and then do not. */
const events = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 12 }),
      event: fc.record({ isLost: fc.boolean(), isThoughtCold: fc.boolean(), hasReceipt: fc.boolean() }),
    }),
    { maxLength: 12 },
  )
  .map((runs) => runs.flatMap(({ length, event }) => new Array<CacheEvent>(length).fill(event)))

interface Played {
  readonly came: Sent
  readonly sent: Sent
  readonly isLost: boolean
}

interface PlayOptions {
  readonly cache?: (request: number) => CacheEvent
  readonly objective?: (typeof OBJECTIVES)[number]
}

/** The requests of one session as they came and as they were sent. */
function play(
  { format, caching }: Pick<Wire, 'format' | 'caching'>,
  messages: readonly WireMessage[],
  { cache = () => WARM, objective = 'tokens' }: PlayOptions = {},
): Played[] {
  let state: ReturnType<typeof fold>['state'] | undefined
  const policy = { ...DEFAULT_POLICY, objective }
  const cacheSigns: CacheSign[] = []
  return requestsOf(messages).map((request, number) => {
    const event = cache(number)
    const before = number > 0 ? cache(number - 1) : WARM
    const wasMissed = number > 1 && before.isLost && before.hasReceipt
    cacheSigns.push({ at: historyOf(request), isCold: event.isThoughtCold, wasMissed })
    const conversation = conversationOf(format, request)
    const input = { transcript: transcript(conversation), state, policy, count: countTokens, caching, cacheSigns }
    const folded = fold(input)
    state = folded.state
    const sent = measure(splice(conversation, folded.edits))
    return { came: measure(conversation.body.toString()), sent, isLost: event.isLost }
  })
}

/** Messages up to the last of an assistant. */
function historyOf(request: readonly WireMessage[]): number {
  return request.findLastIndex(({ role }) => role === 'assistant') + 1
}

/** The bills after each request, that request at its full price as it came, and the dearest such one so far. */
function* billsOf(played: readonly Played[], model: Prices) {
  let before: Played | undefined
  const bill = { ours: 0, none: 0, newest: 0, full: 0 }
  for (const request of played) {
    const cached = request.isLost ? undefined : before
    bill.ours += price(model, cached?.sent, request.sent)
    bill.none += price(model, cached?.came, request.came)
    bill.newest = price(model, undefined, request.came)
    bill.full = Math.max(bill.full, bill.newest)
    yield bill
    before = request
  }
}

function endOf(played: readonly Played[], model: Prices): { ours: number; none: number } {
  return [...billsOf(played, model)].at(-1)!
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

const PAID_WRITES = { read: 0.1, write: 1.25, leastCached: 0 }
const cases = WIRES.flatMap((wire) => OBJECTIVES.map((objective) => ({ ...wire, objective })))

describe.each(cases)('the bill of $name with objective $objective', ({ prices, objective, ...wire }) => {
  const { format } = wire

  it('is never above the one without folding, wherever the session stops and whatever the prices are', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), prices, (messages, model) => {
        for (const { ours, none, newest } of billsOf(play(wire, messages, { objective }), model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + ADVANCE * newest)
        }
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('nor where the cache is lost now and then, and whatever is wrongly believed of it', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), prices, events, (messages, model, happened) => {
        const cache = (request: number) => happened[request] ?? WARM
        for (const { ours, none, full } of billsOf(play(wire, messages, { objective, cache }), model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + full)
        }
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('nor where a cache that is always warm is always taken to be cold', () => {
    fc.assert(
      fc.property(talk(format, { min: 20, max: 40 }), prices, (messages, model) => {
        const cache = () => ({ isLost: false, isThoughtCold: true, hasReceipt: true })
        for (const { ours, none, full } of billsOf(play(wire, messages, { objective, cache }), model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + full)
        }
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })
})

describe.each(WIRES)('folds of $name', ({ format, caching }) => {
  it('save money on long sessions where money is what is to be saved', () => {
    fc.assert(
      fc.property(plainTalk(format, { min: 100, max: 101 }), (messages) => {
        const model = { read: 0.1, write: caching.write, leastCached: caching.leastTokens }
        const { ours, none } = endOf(play({ format, caching }, messages, { objective: 'cost' }), model)
        expect(ours).toBeLessThan(0.9 * none)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })

  it('save most where nothing is ever cached and the receipts say so', () => {
    fc.assert(
      // One talk alone may have a line that no digest shortens: how much is saved is said of four together.
      fc.property(fc.array(plainTalk(format, { min: 100, max: 101 }), { minLength: 4, maxLength: 4 }), (talks) => {
        const cache = (request: number) => (request < 8 ? { ...LOST, isThoughtCold: false } : LOST)
        const bills = talks.map((messages) => endOf(play({ format, caching }, messages, { cache }), PAID_WRITES))
        const [ours, none] = [sumOf(bills.map((bill) => bill.ours)), sumOf(bills.map((bill) => bill.none))]
        expect(ours).toBeLessThan(0.7 * none)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })

  it('are free where nothing is asked to be cached', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), (messages) => {
        const played = play({ format, caching: NO_CACHING }, messages, { cache: () => LOST })
        for (const { ours, none } of billsOf(played, PAID_WRITES)) expect(ours).toBeLessThanOrEqual(none)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

describe.each(WIRES)('signs of the cache of $name', ({ format, caching }) => {
  const signsOf = (request: readonly WireMessage[], happened: readonly CacheEvent[]): CacheSign[] => {
    const places = request.flatMap(({ role }, index) => (role === 'assistant' ? [index + 1] : []))
    return places.map((at, number) => {
      const { isThoughtCold, isLost } = happened[number] ?? WARM
      return { at, isCold: isThoughtCold, wasMissed: isLost }
    })
  }
  const send = (request: readonly WireMessage[], cacheSigns: readonly CacheSign[], state?: FoldState) => {
    const conversation = conversationOf(format, request)
    const folded = fold({ transcript: transcript(conversation), state, count: countTokens, caching, cacheSigns })
    return { body: splice(conversation, folded.edits), state: folded.state }
  }

  it('give the same bytes in another process, and only the signs that there are', () => {
    fc.assert(
      fc.property(talk(format, { min: 6, max: 24 }), events, (messages, happened) => {
        let state: FoldState | undefined
        for (const request of requestsOf(messages)) {
          const signs = signsOf(request, happened)
          const remembered = send(request, signs, state)
          state = remembered.state
          expect(remembered.body).toBe(send(request, signs).body)
        }
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })

  it('that are lost change the bytes to those of a session that never had any', () => {
    fc.assert(
      fc.property(talk(format, { min: 12, max: 24 }), events, (messages, happened) => {
        const [request, next] = requestsOf(messages).slice(-2)
        const { state } = send(request!, signsOf(request!, happened))
        expect(send(next!, [], state).body).toBe(send(next!, []).body)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})
