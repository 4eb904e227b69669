import type { SessionRow } from '../proxy/session-port.ts'

/** A session of one turn that is not stored yet, with `changes` applied. */
export function sessionRow(accountId: string, idHash: string, changes: Partial<SessionRow> = {}): SessionRow {
  return {
    accountId,
    idHash,
    generatedId: null,
    turns: 1,
    requests: 1,
    originalTokens: 10,
    savedTokens: 0,
    disabledReason: null,
    refusedTips: [],
    lastUsedAt: 1_700_000_000_000,
    cacheDecisions: [],
    version: 0,
    ...changes,
  }
}
