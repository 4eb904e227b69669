import type { Selectable, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Returns the account of this name, locked until the transaction ends. It is written and not only read: databases with
 * many writers order writers of one row, but not readers.
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
