import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_CACHING } from '../../caching.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY, type Policy } from '../policy.ts'
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
import type { Prices } from './billed-request.fixture.ts'
import type { CacheSign } from './cache-sign.ts'
import { ADVANCE, BOUND, billsOf, type CacheEvent, type Played, play, WARM, WIRES } from './played-session.fixture.ts'

const OBJECTIVES = ['tokens', 'cost'] as const

function policyFor(objective: (typeof OBJECTIVES)[number]): Policy {
  return { ...DEFAULT_POLICY, objective }
}

const LOST: CacheEvent = { isLost: true, isThoughtCold: true, hasReceipt: true }

/** Sessions with pauses, some of them long, and with caches that fail after a while. */
const events = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 12 }),
      event: fc.record({ isLost: fc.boolean(), isThoughtCold: fc.boolean(), hasReceipt: fc.boolean() }),
    }),
    { maxLength: 12 },
  )
  .map((runs) => runs.flatMap(({ length, event }) => new Array<CacheEvent>(length).fill(event)))

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

  it('never exceeds the bound of the direct bill, wherever the session stops and with any prices', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), prices, (messages, model) => {
        for (const { ours, none, newest } of billsOf(play(wire, messages, { policy: policyFor(objective) }), model)) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + ADVANCE * newest)
        }
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })

  it('stays within the bound if the cache is sometimes lost and the belief about it may be wrong', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), prices, events, (messages, model, happened) => {
        const cache = (request: number) => happened[request] ?? WARM
        for (const { ours, none, full } of billsOf(
          play(wire, messages, { policy: policyFor(objective), cache }),
          model,
        )) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + full)
        }
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })

  it('stays within the bound if a warm cache is always believed to be cold', () => {
    fc.assert(
      fc.property(talk(format, { min: 20, max: 40 }), prices, (messages, model) => {
        const cache = () => ({ isLost: false, isThoughtCold: true, hasReceipt: true })
        for (const { ours, none, full } of billsOf(
          play(wire, messages, { policy: policyFor(objective), cache }),
          model,
        )) {
          expect(ours).toBeLessThanOrEqual(BOUND * none + full)
        }
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })
})

/** Wires on which writing to the cache costs at most a quarter more than a fresh token. */
const CHEAP_WRITES = WIRES.filter(({ caching }) => caching.write <= 1.25)

describe.each(CHEAP_WRITES)('folds of $name', ({ format, caching }) => {
  it('save money on long sessions with objective `cost`', () => {
    fc.assert(
      // If the user says half of everything, some sessions are worth no fold. A single session may also be folded late.
      fc.property(
        fc.array(plainTalk(format, { min: 100, max: 101, asked: 3 }), { minLength: 4, maxLength: 4 }),
        (talks) => {
          const model = { read: caching.read ?? 0.1, write: caching.write, leastCached: caching.leastTokens }
          const bills = talks.map((messages) =>
            endOf(play({ format, caching }, messages, { policy: policyFor('cost') }), model),
          )
          expect(sumOf(bills.map((bill) => bill.ours))).toBeLessThan(0.9 * sumOf(bills.map((bill) => bill.none)))
        },
      ),
      { numRuns: 1, endOnFailure: true, unbiased: true },
    )
  })
})

describe.each(WIRES)('folds of $name', ({ format, caching }) => {
  it('save at least 30 % if nothing is ever cached and the receipts show it', () => {
    fc.assert(
      // One talk alone may have a line that no digest shortens, so savings are summed over four talks.
      fc.property(fc.array(plainTalk(format, { min: 80, max: 81 }), { minLength: 4, maxLength: 4 }), (talks) => {
        const cache = (request: number) => (request < 8 ? { ...LOST, isThoughtCold: false } : LOST)
        const bills = talks.map((messages) => endOf(play({ format, caching }, messages, { cache }), PAID_WRITES))
        const [ours, none] = [sumOf(bills.map((bill) => bill.ours)), sumOf(bills.map((bill) => bill.none))]
        expect(ours).toBeLessThan(0.7 * none)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })

  it('are free if caching is not requested', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), (messages) => {
        const played = play({ format, caching: NO_CACHING }, messages, { cache: () => LOST })
        for (const { ours, none } of billsOf(played, PAID_WRITES)) expect(ours).toBeLessThanOrEqual(none)
      }),
      { numRuns: 10, endOnFailure: true },
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

  it('lead to the same bytes in a process that has never seen the conversation', () => {
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
      { numRuns: 7, endOnFailure: true },
    )
  })

  it('have no effect on later requests once they are lost', () => {
    fc.assert(
      fc.property(talk(format, { min: 12, max: 24 }), events, (messages, happened) => {
        const [request, next] = requestsOf(messages).slice(-2)
        const { state } = send(request!, signsOf(request!, happened))
        expect(send(next!, [], state).body).toBe(send(next!, []).body)
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
})
