import type { Kysely } from 'kysely'
import type { CredentialStore } from '../../ports.ts'
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
  }
}
