import type { Kysely } from 'kysely'
import { mergeUsage } from '../../money/merge-usage.ts'
import type { UsageStore } from '../../money/usage-port.ts'
import type { Clock } from '../../ports.ts'
import type { Schema } from '../sql/schema.ts'
import { addMerged } from '../sql/usage-store.ts'

/** Milliseconds for which the names of batches are kept, and between two removals of older ones. */
const KEPT_MS = 7 * 24 * 60 * 60_000
const REMOVED_EVERY_MS = 60 * 60_000

interface BatchTables {
  usage_batches: { name: string; added_at: number }
}

/**
 * Adds a batch of usage once. If a connection breaks while the server commits, the outcome is unknown. The batch is
 * then added again under its name, which the first transaction has stored if it was committed.
 */
export function addUsageOnce(database: Kysely<Schema>, clock: Clock): UsageStore['add'] {
  let removedAt = Number.NEGATIVE_INFINITY

  async function removeOld(): Promise<void> {
    const now = clock.now()
    if (now - removedAt < REMOVED_EVERY_MS) return
    removedAt = now
    await withBatches(database)
      .deleteFrom('usage_batches')
      .where('added_at', '<', now - KEPT_MS)
      .execute()
  }

  return async (entries, name) => {
    const merged = mergeUsage(entries)
    if (merged.length === 0) return
    await database.transaction().execute(async (transaction) => {
      if (name !== undefined && !(await isNew(transaction, name, clock.now()))) return
      await addMerged(transaction, merged)
    })
    await removeOld().catch(() => {})
  }
}

async function isNew(transaction: Kysely<Schema>, name: string, now: number): Promise<boolean> {
  const written = await withBatches(transaction)
    .insertInto('usage_batches')
    .values({ name, added_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return written !== undefined
}

/** A table that only PostgreSQL has. */
function withBatches(database: Kysely<Schema>): Kysely<BatchTables> {
  return database as unknown as Kysely<BatchTables>
}
