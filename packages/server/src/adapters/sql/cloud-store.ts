import type { Kysely } from 'kysely'
import type { CloudStore } from '../../ports.ts'
import type { Schema } from './schema.ts'

/** Tag clouds as bytes, one a session; what is in them is not the store's affair. */
export function createCloudStore(database: Kysely<Schema>): CloudStore {
  return {
    async find(accountId, idHash) {
      const row = await database
        .selectFrom('session_clouds')
        .innerJoin('sessions', 'sessions.id', 'session_clouds.session_id')
        .select('session_clouds.cloud')
        .where('sessions.account_id', '=', accountId)
        .where('sessions.id_hash', '=', idHash)
        .executeTakeFirst()
      return row?.cloud
    },
    async save(accountId, idHash, cloud) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('session_clouds')
        .columns(['session_id', 'cloud'])
        .expression(({ selectFrom, val }) =>
          selectFrom('sessions')
            .select(['sessions.id', val(Buffer.from(cloud)).as('cloud')])
            .where('sessions.account_id', '=', accountId)
            .where('sessions.id_hash', '=', idHash),
        )
        .onConflict((conflict) =>
          conflict.column('session_id').doUpdateSet(({ ref }) => ({ cloud: ref('excluded.cloud') })),
        )
        .executeTakeFirst()
      return Number(numInsertedOrUpdatedRows ?? 0) > 0
    },
    async clear() {
      const { numDeletedRows } = await database.deleteFrom('session_clouds').executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
