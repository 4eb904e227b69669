import type { Selectable } from 'kysely'
import type { Caller, KeyRow } from '../../gate/key-port.ts'
import type { KeyChanges, KeyLimits } from '../../key-limits.ts'
import type { Plan } from '../../money/account.ts'
import type { Schema } from './schema.ts'

type StoredKey = Selectable<Schema['keys']>

/** A row of the table with the needed columns of its account. */
export type JoinedKey = StoredKey & { readonly account_name: string; readonly plan: Plan }

/** Converts a row to a key. */
export function toKeyRow(row: JoinedKey): KeyRow {
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    preview: row.preview,
    plan: row.plan,
    requestsPerMinute: row.requests_per_minute,
    ...limitsOf(row),
    mode: row.mode,
    tags: listOf(row.tags),
    previousUntil: row.previous_until,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}

/** The caller of the key with this hash: the current key, or a replaced one within its grace period. */
export function toCaller(row: JoinedKey, keyHash: string, defaultLimit: number): Caller {
  const limits = limitsOf(row)
  const expiresAt = row.hash === keyHash ? limits.expiresAt : earlier(limits.expiresAt, row.previous_until)
  return {
    keyId: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    plan: row.plan,
    requestsPerMinute: row.requests_per_minute ?? defaultLimit,
    limits: isLimited({ ...limits, expiresAt }) ? { ...limits, expiresAt } : null,
    mode: row.mode,
  }
}

/** The columns that `changes` sets. */
export function columnsOf(changes: KeyChanges, now: number): Partial<StoredKey> {
  const { expiresAt, isBlocked, models, spending, allowsUnpriced, requestsPerMinute, tags, mode } = changes
  return {
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(isBlocked !== undefined && { blocked_at: isBlocked ? now : null }),
    ...(models !== undefined && { models: textOf(models) }),
    ...(spending !== undefined && {
      spending_micro_cents: spending?.microCents ?? null,
      spending_period: spending?.period ?? null,
    }),
    ...(allowsUnpriced !== undefined && { allows_unpriced: allowsUnpriced ? 1 : 0 }),
    ...(requestsPerMinute !== undefined && { requests_per_minute: requestsPerMinute }),
    ...(tags !== undefined && { tags: textOf(tags) }),
    ...(mode !== undefined && { mode }),
  }
}

function limitsOf(row: StoredKey): KeyLimits {
  const { spending_micro_cents: microCents, spending_period: period } = row
  return {
    expiresAt: row.expires_at,
    isBlocked: row.blocked_at !== null,
    models: listOf(row.models),
    spending: microCents === null || period === null ? null : { microCents, period },
    allowsUnpriced: row.allows_unpriced !== 0,
  }
}

function isLimited({ expiresAt, isBlocked, models, spending }: KeyLimits): boolean {
  return expiresAt !== null || isBlocked || models.length > 0 || spending !== null
}

function earlier(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right)
}

function textOf(list: readonly string[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

function listOf(text: string | null): readonly string[] {
  return text === null ? [] : (JSON.parse(text) as string[])
}
