import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../conversation.ts'
import { type FoldInput, fold, foldInSteps } from './fold.ts'
import type { FoldState } from './state.ts'
import { conversationOf, countTokens, requestsOf, talk, transcript, type WireMessage } from './talk.fixture.ts'

const RUNS = { numRuns: 5, endOnFailure: true }
const TURNS = { min: 8, max: 14 }
const WINDOW = fc.integer({ min: 300, max: 1000 })
const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

/** Folds in steps, and calls `during` at the first pause. */
function foldPaused(input: FoldInput, during: () => void) {
  const steps = foldInSteps(input)
  let pauses = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { ...step.value, pauses }
    if (pauses++ === 0) during()
  }
}

describe.each(formats)('a known history that outgrows its window over %s', (format) => {
  const inputOf = (request: readonly WireMessage[], window: number, state?: FoldState): FoldInput => ({
    transcript: transcript(conversationOf(format, request)),
    state,
    count: countTokens,
    window,
  })

  /** Plays a talk with one state, and calls `during` with each request that pauses. Returns the number of pauses. */
  function play(
    requests: readonly WireMessage[][],
    window: number,
    during: (state: FoldState, request: number) => void,
  ): number {
    let state: FoldState | undefined
    let pauses = 0
    for (const [index, request] of requests.entries()) {
      const known = state
      const folded = foldPaused(inputOf(request, window, known), () => known && during(known, index))
      expect(folded.edits).toEqual(fold(inputOf(request, window)).edits)
      if (folded.state === known) pauses += folded.pauses
      state = folded.state
    }
    return pauses
  }

  it('is digested again with pauses and the same edits, and keeps its state', () => {
    let pauses = 0
    const digestsAgain = fc.property(talk(format, TURNS), WINDOW, (messages, window) => {
      pauses += play(requestsOf(messages), window, () => {})
    })
    fc.assert(digestsAgain, RUNS)
    expect(pauses).toBeGreaterThan(0)
  })

  it('is sent with the same edits while another request uses its state between the steps', () => {
    fc.assert(
      fc.property(talk(format, TURNS), WINDOW, fc.nat(1), (messages, window, later) => {
        const requests = requestsOf(messages)
        play(requests, window, (state, index) => {
          const other = requests[index + later] ?? requests[index]!
          expect(fold(inputOf(other, window, state)).edits).toEqual(fold(inputOf(other, window)).edits)
        })
      }),
      RUNS,
    )
  })

  it('is sent with the same edits after a request that was given up between the steps', () => {
    fc.assert(
      fc.property(talk(format, TURNS), WINDOW, fc.integer({ min: 1, max: 12 }), (messages, window, most) => {
        let state: FoldState | undefined
        for (const request of requestsOf(messages)) {
          const steps = foldInSteps(inputOf(request, window, state))
          for (let i = 0; i < most && !steps.next().done; ) i++
          const { edits, state: next } = fold(inputOf(request, window, state))
          expect(edits).toEqual(fold(inputOf(request, window)).edits)
          state = next
        }
      }),
      RUNS,
    )
  })
})
