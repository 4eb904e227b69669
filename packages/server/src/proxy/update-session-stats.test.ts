import { expect, test } from 'vitest'
import type { ConversationFacts, Prepared } from '../compression/compression-port.ts'
import { NOTHING_PREPARED } from '../compression/nothing-prepared.ts'
import type { Calibrations } from './calibrations.ts'
import type { Exchange } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'
import { createSession } from './session.ts'
import { updateSessionStats } from './update-session-stats.ts'

test.each([true, false])('tokens count for the calibration if they were counted: %s', async (isComplete) => {
  const prepared: Prepared = { ...NOTHING_PREPARED, outcome: 'deadline', rawTokens: 900, isComplete }
  const session = createSession({ accountId: 'a', idHash: 'h', generatedId: null, now: 0 })
  const calibrations = { apply: (_model: string, _profile: unknown, raw: unknown) => raw } as unknown as Calibrations
  const deps = { calibrations, sessions: { remember: () => undefined } }
  const facts = { kind: 'conversation', turn: 1, hasUncounted: false } as unknown as ConversationFacts
  const request = {
    format: 'openai-chat',
    facts,
    rewrite: { session, prepared } as unknown as Rewrite,
    sent: { isFirst: true, answer: { status: 200 } },
  } as const
  expect((await updateSessionStats(deps, {} as Exchange, request)).isCounted).toBe(isComplete)
})
