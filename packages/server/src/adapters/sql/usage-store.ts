import type { Insertable, Kysely, Selectable } from 'kysely'
import { mergeUsage } from '../../money/merge-usage.ts'
import type { UsageEntry, UsageStore, UsageSums } from '../../money/usage-port.ts'
import { compileOnce } from './compiled-query.ts'
import { deleteInParts, PART_ROWS } from './delete-in-parts.ts'
import type { Schema } from './schema.ts'

/** Rows per statement: 20 columns each, and databases allow about 32,000 parameters. */
const ROWS_AT_ONCE = 500
/**
 * Rows that one statement reads, unless one day has more. With SQLite it runs on the event loop, for some milliseconds.
 */
const ROWS_READ_AT_ONCE = 1000
/** Keys whose bills one statement reads. A key has some rows for each day. */
const KEYS_READ_AT_ONCE = 50

/** Columns of the sums over an account. */
const SUMMED = [
  ['requests', 'requests'],
  ['originalTokens', 'original_tokens'],
  ['optimizedTokens', 'optimized_tokens'],
  ['billedRequests', 'billed_requests'],
  ['pricedRequests', 'priced_requests'],
  ['inputMicroDollars', 'input_micro_dollars'],
  ['directMicroDollars', 'direct_micro_dollars'],
] as const satisfies readonly (readonly [keyof UsageSums, keyof Schema['usage']])[]

const NO_SUMS: UsageSums = {
  requests: 0,
  originalTokens: 0,
  optimizedTokens: 0,
  billedRequests: 0,
  pricedRequests: 0,
  inputMicroDollars: 0,
  directMicroDollars: 0,
}

/** Counts of requests and tokens in a table, one row per key, day and model. */
export function createUsageStore(database: Kysely<Schema>): UsageStore {
  // Under load, one row is written every few milliseconds, and building the statement would be most of the cost.
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
      let rows = database.selectFrom('usage').leftJoin('accounts', 'accounts.id', 'usage.account_id')
      if (fromDay !== undefined) rows = rows.where('usage.day', '>=', fromDay)
      if (accountName !== undefined) rows = rows.where('accounts.name', '=', accountName)
      const listed: (UsageEntry & { readonly accountName: string })[] = []
      for (let older = rows; ; ) {
        const start = await older.select('usage.day').orderBy('usage.day', 'desc').$call(endOfPage).executeTakeFirst()
        await new Promise(setImmediate)
        const page = await (start ? older.where('usage.day', '>=', start.day) : older)
          .selectAll('usage')
          .select('accounts.name as account_name')
          .orderBy('usage.day', 'desc')
          .orderBy('account_name')
          .orderBy('usage.key_id')
          .orderBy('usage.model')
          .execute()
        for (const row of page) listed.push({ ...toEntry(row), accountName: row.account_name ?? row.account_id })
        if (!start) return listed
        await new Promise(setImmediate)
        older = rows.where('usage.day', '<', start.day)
      }
    },
    async sum(accountId, fromDay) {
      const rows = database.selectFrom('usage').where('account_id', '=', accountId)
      const sums = { ...NO_SUMS }
      for (let newer = fromDay === undefined ? rows : rows.where('day', '>=', fromDay); ; ) {
        const last = await newer.select('day').orderBy('day').$call(endOfPage).executeTakeFirst()
        await new Promise(setImmediate)
        const page = await (last ? newer.where('day', '<=', last.day) : newer)
          .select(({ fn }) => SUMMED.map(([, column]) => fn.sum(column).as(column)))
          .executeTakeFirstOrThrow()
        // The sum of no rows is null.
        for (const [name, column] of SUMMED) sums[name] += Number(page[column])
        if (!last) return sums
        await new Promise(setImmediate)
        newer = rows.where('day', '>', last.day)
      }
    },
    forget: (day) => deleteInParts(PART_ROWS, () => forgetSome(database, day)),
    async bills({ fromDay, untilDay }, keyIds) {
      const query = database
        .selectFrom('usage')
        .select(({ fn }) => ['key_id', fn.sum('bill_micro_cents').as('bill')])
        .where('day', '>=', fromDay)
        .where('day', '<', untilDay)
        .groupBy('key_id')
        .having(({ fn }) => fn.sum('bill_micro_cents'), '>', 0)
      const bills = new Map<string, number>()
      const addPage = async (page: typeof query) => {
        for (const { key_id, bill } of await page.execute()) bills.set(key_id, Number(bill))
      }
      if (keyIds === undefined) await addPage(query)
      for (let from = 0; keyIds && from < keyIds.length; from += KEYS_READ_AT_ONCE) {
        if (from > 0) await new Promise(setImmediate)
        await addPage(query.where('key_id', 'in', keyIds.slice(from, from + KEYS_READ_AT_ONCE)))
      }
      return bills
    },
  }
}

/** Adds entries of which no two belong to the same row, in several statements if there are many. */
export async function addMerged(database: Kysely<Schema>, merged: readonly UsageEntry[]): Promise<void> {
  for (let from = 0; from < merged.length; from += ROWS_AT_ONCE) {
    await upsertOf(database, merged.slice(from, from + ROWS_AT_ONCE).map(toRow)).execute()
  }
}

/** Selects the last row of a page of an ordered query. Without such a row, the page is the last one. */
function endOfPage<Query extends { offset(rows: number): Query; limit(rows: number): Query }>(ordered: Query): Query {
  return ordered.offset(ROWS_READ_AT_ONCE - 1).limit(1)
}

async function forgetSome(database: Kysely<Schema>, day: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('usage')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('key_id', 'day', 'model'),
        'in',
        selectFrom('usage')
          .select(['key_id', 'day', 'model'])
          .where('day', '<', day)
          .limit(PART_ROWS)
          .$asTuple('key_id', 'day', 'model'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
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
