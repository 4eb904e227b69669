import { type Kysely, sql } from 'kysely'

/** Adds the mode of a key: `fold` or `observe`. */
export async function addKeyMode(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('keys')
    .addColumn('mode', 'text', (column) => column.check(sql`mode in ('fold', 'observe')`))
    .execute()
}
