import type { Kysely } from 'kysely'
import type { AlertStore } from '../../alerts/alert-ports.ts'
import type { Schema } from './schema.ts'

/** Times of sent alerts, in a table. Of several processes, exactly one gets the right to send an alert. */
export function createAlertStore(database: Kysely<Schema>): AlertStore {
  return {
    async claim(key, at, quietMs) {
      if (quietMs !== undefined) {
        const { numUpdatedRows } = await database
          .updateTable('alerts')
          .set({ sent_at: at })
          .where('key', '=', key)
          .where('sent_at', '<=', at - quietMs)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) return true
      }
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('alerts')
        .values({ key, sent_at: at })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async release(key, at) {
      await database.deleteFrom('alerts').where('key', '=', key).where('sent_at', '=', at).execute()
    },
    async forget(before) {
      await database.deleteFrom('alerts').where('sent_at', '<', before).execute()
    },
  }
}
