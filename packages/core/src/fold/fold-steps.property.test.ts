import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../conversation.ts'
import { splice } from '../wire/splice.ts'
import { fold, foldInSteps } from './fold.ts'
import type { FoldState } from './state.ts'
import { conversationOf, countTokens, requestsOf, talk, transcript, type WireMessage } from './talk.fixture.ts'

const RUNS = { numRuns: 15 }
const TURNS = { min: 6, max: 22 }
const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

function inputOf(format: WireFormat, request: readonly WireMessage[], state?: FoldState) {
  return { transcript: transcript(conversationOf(format, request)), state, count: countTokens }
}

function bodyOf(format: WireFormat, request: readonly WireMessage[]): string {
  return splice(conversationOf(format, request), fold(inputOf(format, request)).edits)
}

/** Runs the fold of a request after that of its beginning, and counts the pauses. */
function extend(format: WireFormat, beginning: readonly WireMessage[], request: readonly WireMessage[]) {
  const { state } = fold(inputOf(format, beginning))
  const steps = foldInSteps(inputOf(format, request, state))
  let pauses = 0
  for (;;) {
    const step = steps.next()
    if (step.done) return { pauses, body: splice(conversationOf(format, request), step.value.edits) }
    pauses++
  }
}

describe.each(formats)('folding in steps over %s', (format) => {
  it('sends the same bytes step by step, while another history is folded between the steps', () => {
    fc.assert(
      fc.property(talk(format, TURNS), talk(format, TURNS), (...talks) => {
        const requests = talks.map((messages) => requestsOf(messages).at(-1)!)
        const foldings = requests.map((request) => ({ request, steps: foldInSteps(inputOf(format, request)) }))
        const bodies: (string | undefined)[] = foldings.map(() => undefined)
        while (bodies.includes(undefined)) {
          for (const [index, { request, steps }] of foldings.entries()) {
            const step = bodies[index] === undefined ? steps.next() : undefined
            if (step?.done) bodies[index] = splice(conversationOf(format, request), step.value.edits)
          }
        }
        expect(bodies).toEqual(requests.map((request) => bodyOf(format, request)))
      }),
      RUNS,
    )
  })

  it('updates a state in one step, because another request may use the same state', () => {
    fc.assert(
      fc.property(talk(format, TURNS), (messages) => {
        const requests = requestsOf(messages)
        expect(extend(format, requests.at(-5)!, requests.at(-1)!).pauses).toBe(0)
      }),
      RUNS,
    )
  })

  it('builds a new state with pauses and sends the same bytes if more than eight turns are missing', () => {
    fc.assert(
      fc.property(talk(format, { min: 16, max: 22 }), (messages) => {
        const requests = requestsOf(messages)
        const { pauses, body } = extend(format, requests.at(-12)!, requests.at(-1)!)
        expect(pauses).toBeGreaterThan(8)
        expect(body).toBe(bodyOf(format, requests.at(-1)!))
      }),
      RUNS,
    )
  })
})

it('pauses within the digests of a long history too, and not only after each turn', () => {
  const turns = 600
  const said = Array.from({ length: 2 * turns }, (_, i) => ({
    role: i % 2 ? ('assistant' as const) : ('user' as const),
    content: `Point ${i}: the pump of hall ${i % 70} needs ${100 + i} litres, and its valve is checked on day ${i % 28}.`,
  }))
  const steps = foldInSteps(inputOf('openai-chat', [...said, { role: 'user', content: 'Which pump?' }]))
  let pauses = 0
  while (!steps.next().done) pauses++
  expect(pauses).toBeGreaterThan(1.5 * turns)
})
