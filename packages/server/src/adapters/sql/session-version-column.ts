import type { Kysely } from 'kysely'

/** Adds how often a session was saved, by which a server that saves it learns that another one has done so. */
export async function addSessionVersion(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('sessions')
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute()
}
