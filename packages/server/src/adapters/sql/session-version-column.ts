import type { Kysely } from 'kysely'

/** Adds the version of a session, by which a server that saves it detects that another one has saved it. */
export async function addSessionVersion(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('sessions')
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute()
}
