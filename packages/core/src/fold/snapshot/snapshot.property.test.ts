import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caching } from '../../caching.ts'
import type { WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { type FoldInput, type FoldResult, fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, requestsOf, sha256, talk, transcript, type WireMessage } from '../talk.fixture.ts'
import { plainState } from './plain-state.fixture.ts'
import { readableIn } from './readable.fixture.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

const RUNS = { numRuns: 10 }
const TURNS = { min: 6, max: 18 }
const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

type Settings = Pick<FoldInput, 'policy' | 'caching' | 'cacheSigns' | 'window'>

const settings: fc.Arbitrary<Settings> = fc.record({
  policy: fc.constantFrom('tokens' as const, 'cost' as const).map((objective) => ({ ...DEFAULT_POLICY, objective })),
  caching: fc.constantFrom<Caching | undefined>(
    undefined,
    { kind: 'automatic', read: 0.5, write: 1, leastTokens: 1024 },
    { kind: 'asked', write: 1.25, leastTokens: 1024, step: 1 },
    { kind: 'unasked', write: 1, leastTokens: 0 },
  ),
  cacheSigns: fc.constantFrom([], [{ at: 9, isCold: true, wasMissed: false }]),
  window: fc.constantFrom(undefined, 3000, 1200),
})

function contextOf(format: WireFormat, request: readonly WireMessage[], engine = '5f3') {
  return { transcript: transcript(conversationOf(format, request)), engine, hash: sha256 }
}

function send(format: WireFormat, request: readonly WireMessage[], rest: Settings & { state?: FoldState | undefined }) {
  const conversation = conversationOf(format, request)
  const result: FoldResult = fold({ transcript: transcript(conversation), count: countTokens, ...rest })
  return { ...result, body: splice(conversation, result.edits) }
}

describe.each(formats)('a snapshot of a fold on %s', (format) => {
  it('continues with the bytes and the state of the original, also some turns later', () => {
    fc.assert(
      fc.property(talk(format, TURNS), settings, fc.nat(100), fc.nat(3), (messages, rest, place, later) => {
        const requests = requestsOf(messages)
        const at = place % requests.length
        let state: FoldState | undefined
        let bytes: Uint8Array | undefined
        let before: object | undefined
        const sent = requests.map((request, index) => {
          const result = send(format, request, { ...rest, state })
          state = result.state
          if (index === at) {
            bytes = writeSnapshot(state, contextOf(format, request))
            before = plainState(structuredClone(state))
          }
          return result.body
        })
        expect(bytes).toBeDefined()
        const from = Math.min(at + later, requests.length - 1)
        let restored = readSnapshot(bytes!, contextOf(format, requests[from]!))
        expect(restored && plainState(restored)).toEqual(before)
        for (let index = from; index < requests.length; index++) {
          const result = send(format, requests[index]!, { ...rest, state: restored })
          expect(result.body).toBe(sent[index])
          restored = result.state
        }
        expect(plainState(restored!)).toEqual(plainState(state!))
      }),
      RUNS,
    )
  })

  it('contains no six adjacent letters or figures of a message', () => {
    fc.assert(
      fc.property(talk(format, TURNS), settings, (messages, rest) => {
        const request = requestsOf(messages).at(-1)!
        const { state } = send(format, request, rest)
        const bytes = writeSnapshot(state, contextOf(format, request))!
        const said = JSON.stringify(request.map(({ content, tool_calls }) => [content, tool_calls]))
        expect(readableIn(bytes, said, 6)).toEqual([])
      }),
      RUNS,
    )
  })

  it('is refused for another conversation, by another engine, and if any bit is flipped or the end is missing', () => {
    fc.assert(
      fc.property(talk(format, TURNS), talk(format, TURNS), fc.nat(), fc.nat(7), (one, other, place, bit) => {
        const request = requestsOf(one).at(-1)!
        const context = contextOf(format, request)
        const bytes = writeSnapshot(send(format, request, {}).state, context)!
        expect(readSnapshot(bytes, context)).toBeDefined()
        expect(readSnapshot(bytes, contextOf(format, request, '5f4'))).toBeUndefined()
        expect(readSnapshot(bytes, contextOf(format, requestsOf(other).at(-1)!))).toBeUndefined()
        const at = place % bytes.length
        expect(readSnapshot(bytes.subarray(0, at), context)).toBeUndefined()
        const flipped = bytes.slice()
        flipped[at]! ^= 1 << bit
        expect(readSnapshot(flipped, context)).toBeUndefined()
      }),
      RUNS,
    )
  })
})
