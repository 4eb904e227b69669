import type { Kysely, Transaction } from 'kysely'
import type { SealedCloudStore } from '../../cloud/cloud-port.ts'
import type { StoredCloudRow } from '../../money/sealed-cloud-port.ts'
import { compileOnce } from './compiled-query.ts'
import { deleteInParts, PART_ROWS } from './delete-in-parts.ts'
import { replaceRows } from './replace-rows.ts'
import type { Schema } from './schema.ts'

interface SessionName {
  readonly accountId: string
  readonly idHash: string
}

/** Tag clouds as bytes, one per session. The caller seals and opens them. */
export function createCloudStore(database: Kysely<Schema>): SealedCloudStore {
  const findCloud = compileOnce(cloudOf)
  const saveCloud = compileOnce(upsertCloud)
  return {
    async find(accountId, idHash) {
      const [row] = await findCloud(database, { accountId, idHash })
      return row?.cloud
    },
    async save(accountId, idHash, cloud) {
      const saved = await saveCloud(database, { accountId, idHash, cloud: Buffer.from(cloud) })
      return saved.length > 0
    },
    clear: () => deleteInParts(PART_ROWS, () => deleteSome(database)),
    async page(after, limit) {
      const rows = await database
        .selectFrom('session_clouds')
        .innerJoin('sessions', 'sessions.id', 'session_clouds.session_id')
        .select(['session_clouds.session_id', 'session_clouds.cloud', 'sessions.account_id', 'sessions.id_hash'])
        .where('session_clouds.session_id', '>', after)
        .orderBy('session_clouds.session_id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        position: row.session_id,
        accountId: row.account_id,
        idHash: row.id_hash,
        sealed: row.cloud,
      }))
    },
    replace: (changes) => replaceRows(database, changes, replaceOne),
  }
}

async function deleteSome(database: Kysely<Schema>): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('session_clouds')
    .where('session_id', 'in', (where) => where.selectFrom('session_clouds').select('session_id').limit(PART_ROWS))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function replaceOne(
  transaction: Transaction<Schema>,
  { position, sealed, to }: StoredCloudRow & { readonly to: Uint8Array | undefined },
): Promise<number> {
  const before = Buffer.from(sealed)
  if (to === undefined) {
    const { numDeletedRows } = await transaction
      .deleteFrom('session_clouds')
      .where('session_id', '=', position)
      .where('cloud', '=', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
  const { numUpdatedRows } = await transaction
    .updateTable('session_clouds')
    .set({ cloud: Buffer.from(to) })
    .where('session_id', '=', position)
    .where('cloud', '=', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
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
