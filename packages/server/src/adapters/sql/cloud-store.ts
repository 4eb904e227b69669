import type { Kysely } from 'kysely'
import type { CloudStore } from '../../ports.ts'
import { keepQuery } from './kept-query.ts'
import type { Schema } from './schema.ts'

interface SessionName {
  readonly accountId: string
  readonly idHash: string
}

/** Tag clouds as bytes, one a session; what is in them is not the store's affair. */
export function createCloudStore(database: Kysely<Schema>): CloudStore {
  const findCloud = keepQuery(cloudOf)
  const saveCloud = keepQuery(upsertCloud)
  return {
    async find(accountId, idHash) {
      const [row] = await findCloud(database, { accountId, idHash })
      return row?.cloud
    },
    async save(accountId, idHash, cloud) {
      const saved = await saveCloud(database, { accountId, idHash, cloud: Buffer.from(cloud) })
      return saved.length > 0
    },
    async clear() {
      const { numDeletedRows } = await database.deleteFrom('session_clouds').executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function cloudOf(database: Kysely<Schema>, { accountId, idHash }: SessionName) {
  return database
    .selectFrom('session_clouds')
    .innerJoin('sessions', 'sessions.id', 'session_clouds.session_id')
    .select('session_clouds.cloud')
    .where('sessions.account_id', '=', accountId)
    .where('sessions.id_hash', '=', idHash)
}

function upsertCloud(database: Kysely<Schema>, { accountId, idHash, cloud }: SessionName & { readonly cloud: Buffer }) {
  return database
    .insertInto('session_clouds')
    .columns(['session_id', 'cloud'])
    .expression(({ selectFrom, val }) =>
      selectFrom('sessions')
        .select(['sessions.id', val(cloud).as('cloud')])
        .where('sessions.account_id', '=', accountId)
        .where('sessions.id_hash', '=', idHash),
    )
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet(({ ref }) => ({ cloud: ref('excluded.cloud') })),
    )
    .returning('session_id')
}
