import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Account } from '../../money/account.ts'
import type { Schema } from './schema.ts'

/** Converts a row to an account. */
export function toAccount(row: Selectable<Schema['accounts']>): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    budgetMicroCents: row.budget_micro_cents,
    owedMicroCents: row.owed_micro_cents,
    createdAt: row.created_at,
  }
}

/** 64 random bits: several processes create ids without coordination. */
export function newId(kind: 'account' | 'key'): string {
  return `${kind}_${randomBytes(8).toString('hex')}`
}
