import { expect, test } from 'vitest'
import type { ConversationFacts, Prepared } from '../compression/compression-port.ts'
import { NOTHING_PREPARED } from '../compression/nothing-prepared.ts'
import type { Calibrations } from './calibrations.ts'
import type { Exchange } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'
import { createSession } from './session.ts'
import { updateSessionStats } from './update-session-stats.ts'

/** Updates a new session after this request. */
async function updated(
  prepared: Prepared,
  sent: { readonly isFirst: boolean; readonly answer: { readonly status: number } },
) {
  const session = createSession({ accountId: 'a', idHash: 'h', generatedId: null, now: 0 })
  const calibrations = { apply: (_model: string, _profile: unknown, raw: unknown) => raw } as unknown as Calibrations
  const deps = { calibrations, sessions: { remember: () => undefined } }
  const facts = { kind: 'conversation', turn: 1, historyHead: 'head', hasUncounted: false }
  const figures = await updateSessionStats(deps, {} as Exchange, {
    format: 'openai-chat',
    facts: facts as unknown as ConversationFacts,
    rewrite: { session, prepared } as unknown as Rewrite,
    sent,
  })
  return { session, figures }
}

test.each([true, false])('tokens count for the calibration if they were counted: %s', async (isComplete) => {
  const prepared: Prepared = { ...NOTHING_PREPARED, outcome: 'deadline', rawTokens: 900, isComplete }
  const { figures } = await updated(prepared, { isFirst: true, answer: { status: 200 } })
  expect(figures.isCounted).toBe(isComplete)
})

test.each([
  [200, 'refused-by-provider'],
  [400, null],
  [422, null],
  [429, null],
  [500, null],
])('after a refused rewrite, an original answered with %i gives the reason %s', async (status, reason) => {
  const prepared: Prepared = {
    ...NOTHING_PREPARED,
    body: Buffer.from('{}'),
    outcome: 'folded',
    rawTokens: 900,
    isComplete: true,
  }
  const { session } = await updated(prepared, { isFirst: false, answer: { status } })
  expect(session.disabledReason).toBe(reason)
})
