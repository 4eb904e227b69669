import type { Insertable, Kysely, Selectable } from 'kysely'
import { mergeUsage } from '../../money/merge-usage.ts'
import type { UsageEntry, UsageStore } from '../../money/usage-port.ts'
import { compileOnce } from './compiled-query.ts'
import type { Schema } from './schema.ts'

/** Rows per statement: 20 columns each, and databases allow about 32,000 parameters. */
const ROWS_AT_ONCE = 500

/** Counts of requests and tokens in a table, one row per key, day and model. */
export function createUsageStore(database: Kysely<Schema>): UsageStore {
  // Under load there is one row at a time and a write every few milliseconds: building the statement was most of its cost.
  const addOne = compileOnce((on, entry: UsageEntry) => upsertOf(on, [toRow(entry)]))

  return {
    async add(entries) {
      const merged = mergeUsage(entries)
      if (merged.length === 0) return
      if (merged.length === 1) {
        await addOne(database, merged[0]!)
        return
      }
      if (merged.length <= ROWS_AT_ONCE) return await addMerged(database, merged)
      await database.transaction().execute((transaction) => addMerged(transaction, merged))
    },
    async list({ fromDay, accountName }) {
      let query = database
        .selectFrom('usage')
        .leftJoin('accounts', 'accounts.id', 'usage.account_id')
        .selectAll('usage')
        .select('accounts.name as account_name')
        .orderBy('usage.day', 'desc')
        .orderBy('account_name')
        .orderBy('usage.key_id')
        .orderBy('usage.model')
      if (fromDay !== undefined) query = query.where('usage.day', '>=', fromDay)
      if (accountName !== undefined) query = query.where('accounts.name', '=', accountName)
      const rows = await query.execute()
      return rows.map((row) => ({ ...toEntry(row), accountName: row.account_name ?? row.account_id }))
    },
    async sum(accountId, fromDay) {
      let query = database
        .selectFrom('usage')
        .select(({ fn }) => [
          fn.sum('requests').as('requests'),
          fn.sum('original_tokens').as('original'),
          fn.sum('optimized_tokens').as('optimized'),
          fn.sum('billed_requests').as('billed'),
          fn.sum('priced_requests').as('priced'),
          fn.sum('input_micro_dollars').as('dollars'),
          fn.sum('direct_micro_dollars').as('direct'),
        ])
        .where('account_id', '=', accountId)
      if (fromDay !== undefined) query = query.where('day', '>=', fromDay)
      const row = await query.executeTakeFirstOrThrow()
      // The sum of no rows is null.
      return {
        requests: Number(row.requests),
        originalTokens: Number(row.original),
        optimizedTokens: Number(row.optimized),
        billedRequests: Number(row.billed),
        pricedRequests: Number(row.priced),
        inputMicroDollars: Number(row.dollars),
        directMicroDollars: Number(row.direct),
      }
    },
    async forget(day) {
      const { numDeletedRows } = await database.deleteFrom('usage').where('day', '<', day).executeTakeFirst()
      return Number(numDeletedRows)
    },
    async bills(fromDay, keyId) {
      let query = database
        .selectFrom('usage')
        .select(({ fn }) => ['key_id', fn.sum('bill_micro_cents').as('bill')])
        .where('day', '>=', fromDay)
        .groupBy('key_id')
        .having(({ fn }) => fn.sum('bill_micro_cents'), '>', 0)
      if (keyId !== undefined) query = query.where('key_id', '=', keyId)
      const rows = await query.execute()
      return new Map(rows.map(({ key_id, bill }) => [key_id, Number(bill)]))
    },
  }
}

/** Adds entries of which no two belong to the same row, in several statements if there are many. */
export async function addMerged(database: Kysely<Schema>, merged: readonly UsageEntry[]): Promise<void> {
  for (let from = 0; from < merged.length; from += ROWS_AT_ONCE) {
    await upsertOf(database, merged.slice(from, from + ROWS_AT_ONCE).map(toRow)).execute()
  }
}

function upsertOf(database: Kysely<Schema>, rows: readonly Insertable<Schema['usage']>[]) {
  return database
    .insertInto('usage')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'day', 'model']).doUpdateSet(({ eb, ref }) => ({
        requests: eb('usage.requests', '+', ref('excluded.requests')),
        folded: eb('usage.folded', '+', ref('excluded.folded')),
        failed: eb('usage.failed', '+', ref('excluded.failed')),
        original_tokens: eb('usage.original_tokens', '+', ref('excluded.original_tokens')),
        optimized_tokens: eb('usage.optimized_tokens', '+', ref('excluded.optimized_tokens')),
        billed_input_tokens: eb('usage.billed_input_tokens', '+', ref('excluded.billed_input_tokens')),
        billed_cached_tokens: eb('usage.billed_cached_tokens', '+', ref('excluded.billed_cached_tokens')),
        output_tokens: eb('usage.output_tokens', '+', ref('excluded.output_tokens')),
        bill_micro_cents: eb('usage.bill_micro_cents', '+', ref('excluded.bill_micro_cents')),
        observed: eb('usage.observed', '+', ref('excluded.observed')),
        observed_saved_tokens: eb('usage.observed_saved_tokens', '+', ref('excluded.observed_saved_tokens')),
        held_out: eb('usage.held_out', '+', ref('excluded.held_out')),
        billed_requests: eb('usage.billed_requests', '+', ref('excluded.billed_requests')),
        priced_requests: eb('usage.priced_requests', '+', ref('excluded.priced_requests')),
        input_micro_dollars: eb('usage.input_micro_dollars', '+', ref('excluded.input_micro_dollars')),
        direct_micro_dollars: eb('usage.direct_micro_dollars', '+', ref('excluded.direct_micro_dollars')),
      })),
    )
}

function toRow(entry: UsageEntry): Insertable<Schema['usage']> {
  return {
    key_id: entry.keyId,
    day: entry.day,
    model: entry.model,
    account_id: entry.accountId,
    requests: entry.requests,
    folded: entry.folded,
    failed: entry.failed,
    original_tokens: entry.originalTokens,
    optimized_tokens: entry.optimizedTokens,
    billed_input_tokens: entry.billedInputTokens,
    billed_cached_tokens: entry.billedCachedTokens,
    output_tokens: entry.outputTokens,
    bill_micro_cents: entry.billMicroCents,
    observed: entry.observed,
    observed_saved_tokens: entry.observedSavedTokens,
    held_out: entry.heldOut,
    billed_requests: entry.billedRequests,
    priced_requests: entry.pricedRequests,
    input_micro_dollars: entry.inputMicroDollars,
    direct_micro_dollars: entry.directMicroDollars,
  }
}

function toEntry(row: Selectable<Schema['usage']>): UsageEntry {
  return {
    keyId: row.key_id,
    day: row.day,
    model: row.model,
    accountId: row.account_id,
    requests: row.requests,
    folded: row.folded,
    failed: row.failed,
    originalTokens: row.original_tokens,
    optimizedTokens: row.optimized_tokens,
    billedInputTokens: row.billed_input_tokens,
    billedCachedTokens: row.billed_cached_tokens,
    outputTokens: row.output_tokens,
    billMicroCents: row.bill_micro_cents,
    observed: row.observed,
    observedSavedTokens: row.observed_saved_tokens,
    heldOut: row.held_out,
    billedRequests: row.billed_requests,
    pricedRequests: row.priced_requests,
    inputMicroDollars: row.input_micro_dollars,
    directMicroDollars: row.direct_micro_dollars,
  }
}
