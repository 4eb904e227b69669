import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caching } from '../../caching.ts'
import type { WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { type FoldResult, fold } from '../fold.ts'
import { DEFAULT_POLICY, type Policy } from '../policy.ts'
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

/** The bound of the bill in docs/money.md. */
const BOUND = 1.02
const ADVANCE = 0.25
/**
 * By how many tokens the bound may be exceeded with other figures than those of the policy: digests too short for the cache are
 * given up where that costs less than waiting, although the bill has no room for it.
 */
const LATE = 1024

interface Wire {
  readonly name: string
  readonly format: WireFormat
  readonly caching: Caching
  readonly prices: Prices
}

const WIRES: readonly Wire[] = [
  {
    name: 'chat completions',
    format: 'openai-chat',
    caching: { kind: 'automatic', write: 1, leastTokens: 1024 },
    prices: { read: 0.1, write: 1, leastCached: 1024 },
  },
  {
    name: 'messages with cache marks',
    format: 'anthropic-messages',
    caching: { kind: 'asked', write: 1.25, leastTokens: 1024 },
    prices: { read: 0.1, write: 1.25, leastCached: 0 },
  },
]

const upTo = (max: number) => fc.double({ min: 0, max, noNaN: true })

/** Every figure that says what a fold may cost, but the bound itself. */
const schedules: fc.Arbitrary<Policy> = fc
  .record({
    objective: fc.constantFrom('tokens' as const, 'cost' as const),
    earned: upTo(4),
    within: upTo(3),
    lasting: upTo(40),
    costWithin: upTo(60),
    costAge: upTo(3),
    outgrown: upTo(2),
    anewAfter: upTo(2),
    anewEarned: upTo(4),
    recallTokens: upTo(200),
  })
  .map(({ objective, ...bill }) => ({ ...DEFAULT_POLICY, objective, bill: { ...DEFAULT_POLICY.bill, ...bill } }))

/** The bills after each request of a session, with folds and without, and that request at full price. */
function* billsOf({ format, caching, prices }: Wire, messages: readonly WireMessage[], policy: Policy) {
  let state: FoldResult['state'] | undefined
  let before: { readonly came: Sent; readonly sent: Sent } | undefined
  const bill = { ours: 0, none: 0, newest: 0 }
  for (const request of requestsOf(messages)) {
    const conversation = conversationOf(format, request)
    const folded = fold({ transcript: transcript(conversation), state, policy, count: countTokens, caching })
    state = folded.state
    const now = { came: measure(conversation.body.toString()), sent: measure(splice(conversation, folded.edits)) }
    bill.ours += price(prices, before?.sent, now.sent)
    bill.none += price(prices, before?.came, now.came)
    bill.newest = price(prices, undefined, now.came)
    yield bill
    before = now
  }
}

/** The same talk with instructions amid it, which stay where they are. */
function withInstructions(messages: readonly WireMessage[], every: number): WireMessage[] {
  const note =
    'Keep to the facts of the log, name every figure with its unit, and answer in the language of the question.'
  return messages.flatMap((message, index) =>
    message.role === 'user' && index % every === 1
      ? [{ role: 'system', content: `${note} ${note}` }, message]
      : [message],
  )
}

describe.each(WIRES)('whatever the figures of a schedule are, the bill of $name', (wire) => {
  const check = (messages: readonly WireMessage[], policy: Policy): void => {
    for (const { ours, none, newest } of billsOf(wire, messages, policy)) {
      expect(ours).toBeLessThanOrEqual(BOUND * none + ADVANCE * newest + LATE)
    }
  }

  it('stays within its bound wherever a talk stops', () => {
    fc.assert(fc.property(talk(wire.format, { min: 5, max: 40 }), schedules, check), {
      numRuns: 25,
      endOnFailure: true,
    })
  })

  it('stays within its bound where people only talk', () => {
    const talks = plainTalk(wire.format, { min: 15, max: 50 })
    fc.assert(fc.property(talks, schedules, check), { numRuns: 25, endOnFailure: true })
  })
})

it('stays within its bound where instructions stand amid a talk', () => {
  const [wire] = WIRES
  const talks = plainTalk(wire!.format, { min: 15, max: 50 })
  fc.assert(
    fc.property(talks, fc.integer({ min: 3, max: 9 }), schedules, (messages, every, policy) => {
      for (const { ours, none, newest } of billsOf(wire!, withInstructions(messages, every), policy)) {
        expect(ours).toBeLessThanOrEqual(BOUND * none + ADVANCE * newest + LATE)
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})
