import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, type Policy } from '../policy.ts'
import { plainTalk, talk, type WireMessage } from '../talk.fixture.ts'
import type { Prices } from './billed-request.fixture.ts'
import { ADVANCE, BOUND, billsOf, CHAT, play, WIRES, type Wire } from './played-session.fixture.ts'

/** Evenly distributed: the search for small cases would otherwise mostly try 0. */
const upTo = (max: number) => fc.noBias(fc.nat(1000)).map((share) => (max * share) / 1000)

/**
 * Policy values for the cost of a fold. The bound itself is not among them, nor are `waiting` and `growth`: with extreme values
 * of these two, a few sessions exceed the bound.
 */
const policies: fc.Arbitrary<Policy> = fc
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
    recallTokens: fc.record({ usual: upTo(200), records: upTo(200) }),
  })
  .map(({ objective, ...bill }) => ({ ...DEFAULT_POLICY, objective, bill: { ...DEFAULT_POLICY.bill, ...bill } }))

/** The same talk with instructions between its messages, which keep their position. */
function withInstructions(messages: readonly WireMessage[], every: number): WireMessage[] {
  const note =
    'Keep to the facts of the log, name every figure with its unit, and answer in the language of the question.'
  return messages.flatMap((message, index) =>
    message.role === 'user' && index % every === 1
      ? [{ role: 'system', content: `${note} ${note}` }, message]
      : [message],
  )
}

interface Case {
  readonly messages: readonly WireMessage[]
  readonly policy: Policy
  readonly prices: Prices
}

function expectBound(wire: Wire, { messages, policy, prices }: Case): void {
  const played = play(wire, messages, { policy })
  for (const model of [prices, ...wire.steepest]) {
    for (const { ours, none, newest } of billsOf(played, model)) {
      expect(ours).toBeLessThanOrEqual(BOUND * none + ADVANCE * newest)
    }
  }
}

describe.each(WIRES)('the bill of $name with any policy', (wire) => {
  const casesOf = (messages: fc.Arbitrary<readonly WireMessage[]>) =>
    fc.record({ messages, policy: policies, prices: wire.prices })

  it('stays within its bound wherever a talk stops', () => {
    fc.assert(
      fc.property(casesOf(talk(wire.format, { min: 5, max: 40 })), (each) => expectBound(wire, each)),
      { numRuns: 10, endOnFailure: true },
    )
  })

  it('stays within its bound in a talk without tools', () => {
    fc.assert(
      fc.property(casesOf(plainTalk(wire.format, { min: 15, max: 50 })), (each) => expectBound(wire, each)),
      { numRuns: 10, endOnFailure: true },
    )
  })
})

it('the bill stays within its bound if instructions come between messages', () => {
  const talks = fc
    .tuple(plainTalk(CHAT.format, { min: 15, max: 50 }), fc.integer({ min: 3, max: 9 }))
    .map(([messages, every]) => withInstructions(messages, every))
  fc.assert(
    fc.property(fc.record({ messages: talks, policy: policies, prices: CHAT.prices }), (each) =>
      expectBound(CHAT, each),
    ),
    { numRuns: 10, endOnFailure: true },
  )
})
