import type { Kysely } from 'kysely'

/**
 * Adds the decisions about the provider's cache by which a session's requests were folded: hashes and numbers, as JSON.
 */
export async function addCacheDecisions(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('sessions').addColumn('cache_decisions', 'text').execute()
}
