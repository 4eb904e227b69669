import type { Kysely } from 'kysely'

/** Adds the conversations of a session with disabled compression: starts of prefix hashes, as JSON. */
export async function addRefusedTips(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('sessions').addColumn('refused_tips', 'text').execute()
}
