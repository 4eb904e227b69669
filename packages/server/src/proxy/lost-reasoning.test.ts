import { describe, expect, test } from 'vitest'
import type { ConversationFacts, Prepared } from '../compression/compression-port.ts'
import { createCounters } from './counters.ts'
import type { Exchange } from './exchange.ts'
import { noteLostReasoning, updateUnbroken } from './lost-reasoning.ts'
import { createSession } from './session.ts'

const FACTS = { kind: 'conversation', turn: 20, head: 'head', historyHead: 'history' } as ConversationFacts

/** Sends folded requests, in order, and counts the warnings about their responses. */
function send(requests: readonly { readonly hasMoved: boolean; readonly lost: number }[]) {
  const session = createSession({ accountId: 'account', idHash: 'hash', generatedId: null, now: 0 })
  const counters = createCounters()
  let warnings = 0
  const deps = {
    counters,
    log: { warn: () => warnings++ } as never,
    sessions: { remember: () => Promise.resolve() } as never,
  }
  for (const { hasMoved, lost } of requests) {
    const prepared = { body: Buffer.from('{}'), hasMoved } as Prepared
    updateUnbroken(session, { facts: FACTS, prepared, isFolded: true })
    const rewrite = { session, prepared, watch: undefined, observedTokens: undefined }
    noteLostReasoning(deps, { requestId: 'r' } as Exchange, { facts: FACTS, rewrite, lost })
  }
  return { warnings, reports: counters.read().reasoning_lost, isDisabled: session.disabledReason !== null }
}

const moved = (lost: number) => ({ hasMoved: true, lost })
const same = (lost: number) => ({ hasMoved: false, lost })

describe('a report of lost reasoning', () => {
  test('disables compression if the fold has not moved since the reasoning was kept', () => {
    expect(send([moved(0), same(0), same(1)])).toEqual({ warnings: 1, reports: 1, isDisabled: true })
  })

  test('is expected after a fold that lost it, until the next fold that loses none', () => {
    const lost = [moved(1), same(1), same(1)]
    expect(send(lost)).toEqual({ warnings: 0, reports: 3, isDisabled: false })
    expect(send([...lost, moved(0), same(1)])).toEqual({ warnings: 1, reports: 4, isDisabled: true })
  })
})
