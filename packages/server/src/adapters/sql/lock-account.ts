import type { Selectable, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * The account of this name, which no other transaction changes until this one ends. Written and not only read: databases
 * with many writers put writers of one row in order, and readers not.
 */
export async function lockAccount(
  transaction: Transaction<Schema>,
  name: string,
): Promise<Selectable<Schema['accounts']> | undefined> {
  return await transaction
    .updateTable('accounts')
    .set(({ ref }) => ({ ledger_length: ref('ledger_length') }))
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
