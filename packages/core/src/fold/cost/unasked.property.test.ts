import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Caching, NO_CACHING } from '../../caching.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, requestsOf, talk, transcript, type WireMessage } from '../talk.fixture.ts'
import { measure, price, type Sent } from './billed-request.fixture.ts'
import type { CacheSign } from './cache-sign.ts'

const FORMAT = 'anthropic-messages'
const UNASKED: Caching = { kind: 'unasked', write: 1.25, leastTokens: 1024 }
const PRICES = { read: 0.1, write: 1.25, leastCached: 1024 }

/** The original and the sent bodies of all requests of a conversation. */
function send(messages: readonly WireMessage[], caching: Caching, signs: readonly CacheSign[]) {
  let state: FoldState | undefined
  return requestsOf(messages).map((request) => {
    const conversation = conversationOf(FORMAT, request)
    const input = { transcript: transcript(conversation), state, count: countTokens, caching, cacheSigns: signs }
    const folded = fold(input)
    state = folded.state
    return { original: conversation.body.toString(), sent: splice(conversation, folded.edits) }
  })
}

function priceOf(bodies: readonly string[]): number {
  let before: Sent | undefined
  let sum = 0
  for (const body of bodies) {
    const now = measure(body)
    sum += price(PRICES, before, now)
    before = now
  }
  return sum
}

describe('a conversation without requested caching', () => {
  it('is folded like one where nothing is ever cached', () => {
    fc.assert(
      fc.property(talk(FORMAT, { min: 5, max: 24 }), (messages) => {
        expect(send(messages, UNASKED, [])).toEqual(send(messages, NO_CACHING, []))
      }),
      { numRuns: 15 },
    )
  })

  it('has a bounded bill from the first request whose receipt shows a cache', () => {
    const cached: CacheSign = { at: 1, isCold: false, wasMissed: false, isCached: true }
    fc.assert(
      fc.property(talk(FORMAT, { min: 12, max: 40 }), (messages) => {
        const bodies = send(messages, UNASKED, [cached])
        const none = priceOf(bodies.map(({ original }) => original))
        const full = price(PRICES, undefined, measure(bodies.at(-1)!.original))
        expect(priceOf(bodies.map(({ sent }) => sent))).toBeLessThanOrEqual(1.02 * none + 0.25 * full)
      }),
      { numRuns: 12 },
    )
  })
})
