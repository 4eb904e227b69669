import { describe, expect, it } from 'vitest'
import { foldedText } from '../sent.fixture.ts'
import type { WireMessage } from '../talk.fixture.ts'

interface Call {
  readonly given: object
  readonly result: object
}

let calls = 0

/** An assistant's message with parallel calls, and the message with their results. */
function called(name: string, parallel: readonly Call[]): WireMessage[] {
  const made = parallel.map((call) => ({ ...call, id: `toolu_${calls++}` }))
  return [
    { role: 'assistant', content: made.map(({ id, given }) => ({ type: 'tool_use', id, name, input: given })) },
    {
      role: 'user',
      content: made.map(({ id, result }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: JSON.stringify(result),
      })),
    },
  ]
}

/** A session of an agent that begins with these messages, as it is sent after a fold. */
function sentOf(messages: readonly WireMessage[]): string {
  const listings = Array.from({ length: 12 }, (_, n): WireMessage[] => [
    { role: 'user', content: `What lies at quay ${n} now?` },
    ...called('list', [
      {
        given: { quay: n },
        result: Array.from({ length: 60 }, (_, i) => ({ tons: n * 100 + i, note: 'lies by the wall' })),
      },
    ]),
    { role: 'assistant', content: `Sixty ships lie at quay ${n}.` },
  ]).flat()
  return foldedText('anthropic-messages', [...messages, ...listings, { role: 'user', content: 'And the quietest?' }])
}

describe('a ledger', () => {
  it('lists the values of parallel results under their own names', () => {
    const day = (city: string, dry: string): Call => ({ given: { city }, result: { city, dry } })
    const sent = sentOf([
      { role: 'user', content: 'When is it dry in Oslo and in Rome?' },
      ...called('next_dry_day', [day('Oslo', '2026-05-03'), day('Rome', '2026-05-20')]),
      { role: 'assistant', content: 'Rome is wet for longer.' },
    ])
    expect(sent).toContain('city=Oslo dry=2026-05-03; city=Rome dry=2026-05-20')
  })

  it('separates the lines of a message that have no end mark', () => {
    const sent = sentOf([
      { role: 'user', content: 'no\nSaturday is fine for the painters\nThe crane is red. The barge is blue.' },
      { role: 'assistant', content: 'Good.' },
    ])
    expect(sent).toContain('no; Saturday is fine for painters; crane is red. barge is blue.')
  })
})
