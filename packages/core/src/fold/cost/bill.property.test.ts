import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
import { measure, type Prices, price, type Sent, total } from './billed-request.fixture.ts'
import type { CacheSign } from './cache-sign.ts'

const POLICY = { ...DEFAULT_POLICY, objective: 'cost' as const }
const BOUND = 1.02

const leastCached = fc.constantFrom(0, 1024)

/** A provider's prices, relative to a fresh token, and the least size its cache works from. */
const prices = fc.record({
  read: fc.double({ min: 0.1, max: 1, noNaN: true }),
  write: fc.double({ min: 1, max: 1.25, noNaN: true }),
  leastCached,
})

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
  readonly isLong?: boolean
  readonly isUnused?: boolean
}

/** The requests of one session as they came and as they were sent for the lowest bill. */
function play(format: WireFormat, messages: readonly WireMessage[], options: PlayOptions = {}): Played[] {
  const { cache = () => WARM, isLong = false, isUnused = false } = options
  let state: ReturnType<typeof fold>['state'] | undefined
  const cacheSigns: CacheSign[] = []
  return requestsOf(messages).map((request, number) => {
    const event = cache(number)
    const before = number > 0 ? cache(number - 1) : WARM
    const wasMissed = number > 1 && before.isLost && before.hasReceipt
    cacheSigns.push({ at: historyOf(request), isCold: event.isThoughtCold, wasMissed, isLong, isUnused })
    const conversation = conversationOf(format, request)
    const folded = fold({ transcript: transcript(conversation), state, policy: POLICY, count: countTokens, cacheSigns })
    state = folded.state
    const sent = measure(splice(conversation, folded.edits))
    return { came: measure(conversation.body.toString()), sent, isLost: event.isLost }
  })
}

/** Messages up to the last of an assistant. */
function historyOf(request: readonly WireMessage[]): number {
  return request.findLastIndex(({ role }) => role === 'assistant') + 1
}

/** The bills after each request, and the dearest request so far sent without folding: as billed, and at its full price. */
function* billsOf(played: readonly Played[], model: Prices) {
  let before: Played | undefined
  const bill = { ours: 0, none: 0, largest: 0, full: 0 }
  for (const request of played) {
    const cached = request.isLost ? undefined : before
    const alone = price(model, cached?.came, request.came)
    bill.ours += price(model, cached?.sent, request.sent)
    bill.none += alone
    bill.largest = Math.max(bill.largest, alone)
    bill.full = Math.max(bill.full, price(model, undefined, request.came))
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

describe.each<WireFormat>(['openai-chat', 'anthropic-messages'])('objective cost on %s', (format) => {
  it('never costs more than without folding, wherever the session stops and whatever the prices are', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), prices, (messages, model) => {
        for (const { ours, none, largest } of billsOf(play(format, messages), model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + largest)
        }
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('nor where the cache is lost now and then, and whatever is wrongly believed of it', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), prices, events, (messages, model, happened) => {
        const played = play(format, messages, { cache: (request) => happened[request] ?? WARM })
        for (const { ours, none, full } of billsOf(played, model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + full)
        }
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it('nor where a cache that is always warm is always taken to be cold', () => {
    fc.assert(
      fc.property(talk(format, { min: 20, max: 40 }), prices, (messages, model) => {
        const cache = () => ({ isLost: false, isThoughtCold: true, hasReceipt: true })
        for (const { ours, none, full } of billsOf(play(format, messages, { cache }), model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + full)
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  it('nor where what is written is kept for long at twice the price', () => {
    const long = fc.record({ read: fc.constant(0.1), write: fc.double({ min: 1, max: 2, noNaN: true }), leastCached })
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), long, (messages, model) => {
        for (const { ours, none, largest } of billsOf(play(format, messages, { isLong: true }), model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + largest)
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  it('saves money on long sessions', () => {
    fc.assert(
      fc.property(plainTalk(format, { min: 100, max: 101 }), (messages) => {
        const { ours, none } = endOf(play(format, messages), PAID_WRITES)
        expect(ours).toBeLessThan(0.9 * none)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })

  it('nor where nothing is asked to be cached', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), (messages) => {
        for (const { ours, none } of billsOf(
          play(format, messages, { cache: () => LOST, isUnused: true }),
          PAID_WRITES,
        )) {
          expect(ours).toBeLessThanOrEqual(none)
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  it('saves most where nothing is ever cached and the receipts say so', () => {
    fc.assert(
      // One talk alone may have a line that no digest shortens: how much is saved is said of four together.
      fc.property(fc.array(plainTalk(format, { min: 100, max: 101 }), { minLength: 4, maxLength: 4 }), (talks) => {
        const cache = (request: number) => (request < 8 ? { ...LOST, isThoughtCold: false } : LOST)
        const bills = talks.map((messages) => endOf(play(format, messages, { cache }), PAID_WRITES))
        const [ours, none] = [sumOf(bills.map((bill) => bill.ours)), sumOf(bills.map((bill) => bill.none))]
        expect(ours).toBeLessThan(0.7 * none)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })

  it('folds after a pause what it would not have folded yet', () => {
    fc.assert(
      fc.property(plainTalk(format, { min: 66, max: 68 }), fc.integer({ min: 50, max: 60 }), (messages, pause) => {
        // Amid the steps of a tool nothing is folded: then the next request is the first that can be.
        const end = pause + 4
        const atEnd = (played: readonly Played[]) => total(played[end]!.sent)
        const cache = (request: number) => (request >= pause && request <= end ? LOST : WARM)
        expect(atEnd(play(format, messages, { cache }))).toBeLessThan(0.8 * atEnd(play(format, messages)))
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })
})

describe.each<WireFormat>(['openai-chat', 'anthropic-messages'])('signs of the cache on %s', (format) => {
  const signsOf = (request: readonly WireMessage[], happened: readonly CacheEvent[]): CacheSign[] => {
    const places = request.flatMap(({ role }, index) => (role === 'assistant' ? [index + 1] : []))
    return places.map((at, number) => {
      const { isThoughtCold, isLost } = happened[number] ?? WARM
      return { at, isCold: isThoughtCold, wasMissed: isLost, isLong: false, isUnused: false }
    })
  }
  const send = (request: readonly WireMessage[], cacheSigns: readonly CacheSign[], state?: FoldState) => {
    const conversation = conversationOf(format, request)
    const folded = fold({ transcript: transcript(conversation), state, policy: POLICY, count: countTokens, cacheSigns })
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
