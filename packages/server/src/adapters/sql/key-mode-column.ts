import { type Kysely, sql } from 'kysely'

/** Adds whether the conversations of a key are folded or observed. */
export async function addKeyMode(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('keys')
    .addColumn('mode', 'text', (column) => column.check(sql`mode in ('fold', 'observe')`))
    .execute()
}
