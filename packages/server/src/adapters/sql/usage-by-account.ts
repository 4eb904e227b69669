import type { Kysely } from 'kysely'

/** Adds the index for sums over one account. A new row is inserted into it, but a growing row does not change it. */
export async function indexUsageByAccount(database: Kysely<unknown>): Promise<void> {
  await database.schema.createIndex('usage_by_account').on('usage').columns(['account_id', 'day']).execute()
}
