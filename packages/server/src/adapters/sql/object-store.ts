import type { Kysely } from 'kysely'
import type { Clock } from '../../ports.ts'
import type { ObjectStore } from '../../proxy/object-port.ts'
import { deleteInParts, PART_ROWS } from './delete-in-parts.ts'
import type { Schema } from './schema.ts'

/** Ids per statement. */
const IDS_AT_ONCE = 500

/** Owners of the objects at providers, in a table. */
export function createObjectStore(database: Kysely<Schema>, clock: Clock): ObjectStore {
  return {
    async findOwners(idHashes) {
      const owners = new Map<string, string>()
      for (const some of parts(idHashes)) {
        const rows = await database
          .selectFrom('provider_objects')
          .select(['id_hash', 'account_id'])
          .where('id_hash', 'in', some)
          .execute()
        for (const { id_hash, account_id } of rows) owners.set(id_hash, account_id)
      }
      return owners
    },
    async claim(accountId, idHashes, expires_at) {
      const created_at = clock.now()
      for (const some of parts(idHashes)) {
        await database
          .insertInto('provider_objects')
          .values(some.map((id_hash) => ({ id_hash, account_id: accountId, created_at, expires_at })))
          .onConflict((conflict) => conflict.column('id_hash').doNothing())
          .execute()
      }
    },
    async forget(accountId, idHash) {
      await database
        .deleteFrom('provider_objects')
        .where('id_hash', '=', idHash)
        .where('account_id', '=', accountId)
        .execute()
    },
    async forgetExpired(now) {
      await deleteInParts(PART_ROWS, () => forgetSome(database, now))
    },
    async hasOthers(accountId) {
      // The index by account serves both comparisons. It serves no `!=`, which reads all objects of the account.
      for (const comparison of ['<', '>'] as const) {
        const row = await database
          .selectFrom('provider_objects')
          .select('account_id')
          .where('account_id', comparison, accountId)
          .limit(1)
          .executeTakeFirst()
        if (row !== undefined) return true
      }
      return false
    },
  }
}

async function forgetSome(database: Kysely<Schema>, now: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('provider_objects')
    .where('id_hash', 'in', (where) =>
      where.selectFrom('provider_objects').select('id_hash').where('expires_at', '<', now).limit(PART_ROWS),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function* parts(idHashes: readonly string[]): Iterable<string[]> {
  const all = [...new Set(idHashes)]
  for (let from = 0; from < all.length; from += IDS_AT_ONCE) yield all.slice(from, from + IDS_AT_ONCE)
}
