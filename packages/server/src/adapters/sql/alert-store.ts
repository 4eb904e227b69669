import type { Kysely, Selectable } from 'kysely'
import { type AlertStore, CLAIM_MS } from '../../alerts/alert-ports.ts'
import type { Schema } from './schema.ts'

/** Times of alerts, in a table. Of several processes, exactly one gets the right to send an alert. */
export function createAlertStore(database: Kysely<Schema>): AlertStore {
  return {
    async claim(key, at, quietMs) {
      const row = await database.selectFrom('alerts').selectAll().where('key', '=', key).executeTakeFirst()
      if (row && !isFree(row, at, quietMs)) return row.is_sent === 1 ? 'sent' : 'sending'
      return (await (row ? claimAgain(database, row, at) : claimFirst(database, key, at))) ? 'claimed' : 'sending'
    },
    async confirm(key, at) {
      await database
        .updateTable('alerts')
        .set({ is_sent: 1 })
        .where('key', '=', key)
        .where('sent_at', '=', at)
        .execute()
    },
    async release(key, at) {
      await database.deleteFrom('alerts').where('key', '=', key).where('sent_at', '=', at).execute()
    },
    async forget(before) {
      await database.deleteFrom('alerts').where('sent_at', '<', before).execute()
    },
  }
}

type AlertRow = Selectable<Schema['alerts']>

/** True if an alert with this row may be claimed at `at`. */
function isFree(row: AlertRow, at: number, quietMs: number | undefined): boolean {
  const age = at - row.sent_at
  if (quietMs !== undefined && (age >= quietMs || age < -CLAIM_MS)) return true
  return row.is_sent === 0 && Math.abs(age) >= CLAIM_MS
}

async function claimFirst(database: Kysely<Schema>, key: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('alerts')
    .values({ key, sent_at: at, is_sent: 0 })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes nothing if another process has changed the row since it was read. */
async function claimAgain(database: Kysely<Schema>, row: AlertRow, at: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('alerts')
    .set({ sent_at: at, is_sent: 0 })
    .where('key', '=', row.key)
    .where('sent_at', '=', row.sent_at)
    .where('is_sent', '=', row.is_sent)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
