import type { Kysely } from 'kysely'

/** Adds which conversations of a session are left alone: starts of chain hashes, as JSON. */
export async function addRefusedTips(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('sessions').addColumn('refused_tips', 'text').execute()
}
