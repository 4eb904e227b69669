import { type Kysely, sql } from 'kysely'

/** Adds the index for the newest grant of an account, since thousands of charges may follow it. */
export async function indexLedgerByGrant(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('ledger_by_grant')
    .on('ledger')
    .columns(['account_id', 'sequence'])
    .where(sql<boolean>`book = 'budget' and kind <> 'charge'`)
    .execute()
}
