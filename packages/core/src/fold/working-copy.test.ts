import { describe, expect, it } from 'vitest'
import type { Caching } from '../caching.ts'
import { runSteps } from '../run-steps.ts'
import { appendMessage } from './append-message.ts'
import { fold } from './fold.ts'
import { DEFAULT_POLICY } from './policy.ts'
import { plainState } from './snapshot/plain-state.fixture.ts'
import type { Source } from './source.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from './talk.fixture.ts'
import { unfold } from './unfold.ts'
import { isShared, workOnCopy, writeBack } from './working-copy.ts'

const MESSAGES: readonly WireMessage[] = Array.from({ length: 161 }, (_, i) => ({
  role: i % 2 ? 'assistant' : 'user',
  content: `Point ${i}: pump ${i % 7} of hall ${i % 30} needs ${100 + i} litres, and its valve is checked on day ${i % 28}.`,
}))

const CACHED: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

/** A history with digests, of which one message is not appended yet, and whose state other requests may use. */
function sharedSource(): Source {
  const messages = transcript(conversationOf('openai-chat', MESSAGES))
  const { state } = fold({ transcript: messages, count: countTokens, caching: CACHED })
  expect(state.digests.length).toBeGreaterThan(0)
  return { transcript: messages, state, shared: state, policy: DEFAULT_POLICY, count: countTokens }
}

describe('workOnCopy', () => {
  it('keeps the shared state unchanged while the copy is unfolded and extended', () => {
    const source = sharedSource()
    const shared = source.state
    const before = structuredClone(plainState(shared))
    workOnCopy(source)
    expect(isShared(source)).toBe(false)
    expect(plainState(source.state)).toEqual(before)
    runSteps(unfold(source))
    appendMessage(source, source.state.keys.length)
    source.state.bills[0]!.ours++
    expect(plainState(shared)).toEqual(before)
  })
})

describe('writeBack', () => {
  it('gives the shared state the result', () => {
    const source = sharedSource()
    const { state: shared } = source
    workOnCopy(source)
    runSteps(unfold(source))
    writeBack(source)
    expect(source.state).toBe(shared)
    expect(shared.digests).toEqual([])
  })

  it('changes nothing if another request has appended a message to the shared state', () => {
    const source = sharedSource()
    const { state: shared } = source
    workOnCopy(source)
    runSteps(unfold(source))
    appendMessage({ ...source, state: shared }, shared.keys.length)
    writeBack(source)
    expect(isShared(source)).toBe(false)
    expect(shared.digests.length).toBeGreaterThan(0)
  })
})

it('unfolds a long history with pauses', () => {
  expect([...unfold(sharedSource())].length).toBeGreaterThan(1)
})
