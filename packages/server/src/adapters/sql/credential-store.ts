import type { Kysely, Transaction } from 'kysely'
import type { CredentialStore, StoredCredential } from '../../money/credential-port.ts'
import { replaceRows } from './replace-rows.ts'
import type { Schema } from './schema.ts'

/** Sealed credentials in a table. */
export function createCredentialStore(database: Kysely<Schema>): CredentialStore {
  return {
    async find(accountId, provider) {
      const row = await database
        .selectFrom('credentials')
        .select('sealed')
        .where('account_id', '=', accountId)
        .where('provider', '=', provider)
        .executeTakeFirst()
      return row?.sealed
    },
    async set(accountId, provider, sealed) {
      if (sealed === undefined) {
        await database
          .deleteFrom('credentials')
          .where('account_id', '=', accountId)
          .where('provider', '=', provider)
          .execute()
        return
      }
      await database
        .insertInto('credentials')
        .values({ account_id: accountId, provider, sealed })
        .onConflict((conflict) => conflict.columns(['account_id', 'provider']).doUpdateSet({ sealed }))
        .execute()
    },
    async list() {
      const rows = await database
        .selectFrom('credentials')
        .selectAll()
        .orderBy('account_id')
        .orderBy('provider')
        .execute()
      return rows.map(({ account_id, provider, sealed }) => ({ accountId: account_id, provider, sealed }))
    },
    replace: (changes) => replaceRows(database, changes, replaceOne),
  }
}

async function replaceOne(
  transaction: Transaction<Schema>,
  { accountId, provider, sealed, to }: StoredCredential & { readonly to: string | undefined },
): Promise<number> {
  if (to === undefined) {
    const { numDeletedRows } = await transaction
      .deleteFrom('credentials')
      .where('account_id', '=', accountId)
      .where('provider', '=', provider)
      .where('sealed', '=', sealed)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
  const { numUpdatedRows } = await transaction
    .updateTable('credentials')
    .set({ sealed: to })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('sealed', '=', sealed)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
