import type { Kysely } from 'kysely'

/** Adds what was known of the provider's cache when a session's requests were folded: hashes and numbers, as JSON. */
export async function addCacheDecisions(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('sessions').addColumn('cache_decisions', 'text').execute()
}
