import type { Selectable } from 'kysely'
import type { CacheDecision } from '../../compression/compression-port.ts'
import type { SessionRow } from '../../proxy/session-port.ts'
import type { Schema } from './schema.ts'

/** Converts a row of the table to a session. */
export function toSession(row: Selectable<Schema['sessions']>): SessionRow {
  return {
    accountId: row.account_id,
    idHash: row.id_hash,
    generatedId: row.generated_id,
    turns: row.turns,
    requests: row.requests,
    originalTokens: row.original_tokens,
    savedTokens: row.saved_tokens,
    disabledReason: row.left_alone,
    refusedTips: row.refused_tips === null ? [] : (JSON.parse(row.refused_tips) as string[]),
    lastUsedAt: row.last_used_at,
    cacheDecisions: decisionsFromText(row.cache_decisions),
    version: row.version,
  }
}

/** Serialises decisions for their column. Null for none. */
export function decisionsToText(decisions: readonly CacheDecision[]): string | null {
  return decisions.length ? JSON.stringify(decisions.map(({ tip, code }) => [tip, code])) : null
}

function decisionsFromText(text: string | null): readonly CacheDecision[] {
  return text === null ? [] : (JSON.parse(text) as [string, number][]).map(([tip, code]) => ({ tip, code }))
}
