import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Applies all changes in one transaction. Resolves to the number of rows that `replaceOne` has replaced or removed. */
export function replaceRows<Change>(
  database: Kysely<Schema>,
  changes: readonly Change[],
  replaceOne: (transaction: Transaction<Schema>, change: Change) => Promise<number>,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    let replaced = 0
    for (const change of changes) replaced += await replaceOne(transaction, change)
    return replaced
  })
}
