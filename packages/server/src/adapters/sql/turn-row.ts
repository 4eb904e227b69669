import type { Selectable } from 'kysely'
import type { TurnEntry } from '../../proxy/turn-port.ts'
import type { Schema } from './schema.ts'

/** Converts a request of a session to a row of the table. */
export function toRow(entry: TurnEntry): Selectable<Schema['session_turns']> {
  const { bill } = entry
  return {
    account_id: entry.accountId,
    id_hash: entry.idHash,
    at: entry.at,
    turn: entry.turn,
    model: entry.model,
    status: entry.status,
    outcome: entry.outcome,
    fold_moved: entry.hasMoved ? 1 : 0,
    original_tokens: entry.originalTokens,
    optimized_tokens: entry.optimizedTokens,
    overhead_microseconds: entry.overheadMicroseconds,
    input_tokens: bill?.inputTokens ?? null,
    cached_tokens: bill?.cachedTokens ?? null,
    output_tokens: bill?.outputTokens ?? null,
    micro_dollars: bill?.microDollars ?? null,
    direct_cached_tokens: bill?.directCachedTokens ?? null,
    direct_micro_dollars: bill?.directMicroDollars ?? null,
  }
}

/** Converts a row of the table to a request of a session. */
export function toEntry(row: Selectable<Schema['session_turns']>): TurnEntry {
  return {
    accountId: row.account_id,
    idHash: row.id_hash,
    at: row.at,
    turn: row.turn,
    model: row.model,
    status: row.status,
    outcome: row.outcome,
    hasMoved: row.fold_moved !== 0,
    originalTokens: row.original_tokens,
    optimizedTokens: row.optimized_tokens,
    overheadMicroseconds: row.overhead_microseconds,
    bill:
      row.input_tokens === null
        ? null
        : {
            inputTokens: row.input_tokens,
            cachedTokens: row.cached_tokens ?? 0,
            outputTokens: row.output_tokens ?? 0,
            microDollars: row.micro_dollars,
            directCachedTokens: row.direct_cached_tokens ?? 0,
            directMicroDollars: row.direct_micro_dollars,
          },
  }
}
