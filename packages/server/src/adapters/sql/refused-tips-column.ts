import type { Kysely } from 'kysely'

/** Adds the histories of a session from which on compression is disabled: starts of prefix hashes, as JSON. */
export async function addRefusedTips(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('sessions').addColumn('refused_tips', 'text').execute()
}
