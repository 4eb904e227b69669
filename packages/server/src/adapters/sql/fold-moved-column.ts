import type { Kysely } from 'kysely'

/** Adds to the requests of sessions whether the fold moved. It is 0 for requests before this version. */
export async function addFoldMoved(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('session_turns')
    .addColumn('fold_moved', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
