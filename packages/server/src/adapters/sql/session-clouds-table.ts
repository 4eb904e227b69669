import type { Kysely } from 'kysely'

/** Adds the tag clouds of sessions, which are deleted with their session, and the number of a session's requests. */
export async function createSessionClouds(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('sessions')
    .addColumn('requests', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await database.schema
    .createTable('session_clouds')
    .addColumn('session_id', 'integer', (column) => column.primaryKey().references('sessions.id').onDelete('cascade'))
    .addColumn('cloud', 'blob', (column) => column.notNull())
    .execute()
}
