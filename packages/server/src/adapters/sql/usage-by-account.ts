import type { Kysely } from 'kysely'

/** Adds the index that sums over one account are made by. It is written to where a row is new, not where one grows. */
export async function indexUsageByAccount(database: Kysely<unknown>): Promise<void> {
  await database.schema.createIndex('usage_by_account').on('usage').columns(['account_id', 'day']).execute()
}
