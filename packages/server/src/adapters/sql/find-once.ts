import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Returns the hash of the body with which an account used this idempotency key before. */
export async function findOnce(
  database: Kysely<Schema>,
  accountId: string,
  keyHash: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('ledger')
    .select('once_body_hash')
    .where('account_id', '=', accountId)
    .where('once_key_hash', '=', keyHash)
    .executeTakeFirst()
  return row?.once_body_hash ?? undefined
}
