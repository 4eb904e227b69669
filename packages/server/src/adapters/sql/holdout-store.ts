import type { Insertable, Kysely, Selectable } from 'kysely'
import type { HoldoutEntry, HoldoutStore, SessionFigures } from '../../proxy/holdout-port.ts'
import { deleteInParts, PART_ROWS } from './delete-in-parts.ts'
import { ADDED_COLUMNS, largerOf } from './holdout-tables.ts'
import type { Schema } from './schema.ts'

/** Figures of sessions during a holdout, in a table with one row per session. */
export function createHoldoutStore(database: Kysely<Schema>): HoldoutStore {
  return {
    async add(entries) {
      if (entries.length === 0) return
      await database.transaction().execute(async (transaction) => {
        for (const entry of entries) await (entry.mayBegin ? begin(transaction, entry) : addToBegun(transaction, entry))
      })
    },
    async list({ since, leastTurns, limit }) {
      const rows = await database
        .selectFrom('holdout_sessions')
        .selectAll()
        .where('began_at', '>=', since)
        .where('turns', '>=', leastTurns)
        .orderBy('began_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toFigures)
    },
    async forget(before) {
      await deleteInParts(PART_ROWS, () => forgetSome(database, before))
    },
  }
}

async function begin(database: Kysely<Schema>, entry: HoldoutEntry): Promise<void> {
  await database
    .insertInto('holdout_sessions')
    .values(toRow(entry))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'id_hash'])
        .doUpdateSet(({ eb, ref }) => ({
          ...Object.fromEntries(
            ADDED_COLUMNS.map((name) => [name, eb(`holdout_sessions.${name}`, '+', ref(`excluded.${name}`))]),
          ),
          turns: largerOf('turns'),
        }))
        .whereRef('holdout_sessions.is_held_out', '=', 'excluded.is_held_out'),
    )
    .execute()
}

async function addToBegun(database: Kysely<Schema>, entry: HoldoutEntry): Promise<void> {
  const row = toRow(entry)
  await database
    .updateTable('holdout_sessions')
    .set(({ eb }) => ({
      ...Object.fromEntries(ADDED_COLUMNS.map((name) => [name, eb(name, '+', row[name])])),
      turns: eb.case().when('turns', '>', row.turns).then(eb.ref('turns')).else(row.turns).end(),
    }))
    .where('account_id', '=', row.account_id)
    .where('id_hash', '=', row.id_hash)
    .where('is_held_out', '=', row.is_held_out)
    .execute()
}

async function forgetSome(database: Kysely<Schema>, before: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('holdout_sessions')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('account_id', 'id_hash'),
        'in',
        selectFrom('holdout_sessions')
          .select(['account_id', 'id_hash'])
          .where('began_at', '<', before)
          .limit(PART_ROWS)
          .$asTuple('account_id', 'id_hash'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toRow(entry: HoldoutEntry): Insertable<Schema['holdout_sessions']> {
  return {
    account_id: entry.accountId,
    id_hash: entry.idHash,
    is_held_out: entry.isHeldOut ? 1 : 0,
    began_at: entry.at,
    turns: entry.turns,
    requests: entry.requests,
    errors: entry.errors,
    retries: entry.retries,
    repeats: entry.repeats,
    latency_ms: entry.latencyMs,
    input_tokens: entry.inputTokens,
    cached_tokens: entry.cachedTokens,
    output_tokens: entry.outputTokens,
    input_micro_dollars: entry.inputMicroDollars,
  }
}

function toFigures(row: Selectable<Schema['holdout_sessions']>): SessionFigures {
  return {
    isHeldOut: row.is_held_out === 1,
    turns: row.turns,
    requests: row.requests,
    errors: row.errors,
    retries: row.retries,
    repeats: row.repeats,
    latencyMs: row.latency_ms,
    inputTokens: row.input_tokens,
    cachedTokens: row.cached_tokens,
    outputTokens: row.output_tokens,
    inputMicroDollars: row.input_micro_dollars,
  }
}
