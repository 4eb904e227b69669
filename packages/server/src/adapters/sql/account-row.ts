import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Account } from '../../money/account.ts'
import type { Schema } from './schema.ts'

/** An account as the rest of the server knows it. */
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

/** 64 random bits: ids are made by several processes without asking each other. */
export function newId(kind: 'account' | 'key'): string {
  return `${kind}_${randomBytes(8).toString('hex')}`
}
