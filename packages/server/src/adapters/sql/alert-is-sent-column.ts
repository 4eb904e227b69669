import type { Kysely } from 'kysely'

/** Adds whether an alert was sent, or only claimed. It is 1 for alerts before this version. */
export async function addAlertIsSent(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('alerts')
    .addColumn('is_sent', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
