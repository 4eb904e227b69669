import { type Kysely, sql } from 'kysely'

const USAGE_COLUMNS = ['observed', 'observed_saved_tokens', 'held_out'] as const
const COUNTS = ['turns', 'requests', 'errors', 'retries'] as const
const SUMS = ['latency_ms', 'input_tokens', 'cached_tokens', 'output_tokens', 'input_micro_dollars'] as const

/** Adds savings of observe mode and held-out requests to the usage, and the figures of sessions in both groups. */
export async function createHoldoutTables(database: Kysely<unknown>): Promise<void> {
  for (const name of USAGE_COLUMNS) {
    await database.schema
      .alterTable('usage')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
  let table = database.schema
    .createTable('holdout_sessions')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id_hash', 'text', (column) => column.notNull())
    .addColumn('is_held_out', 'integer', (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
  for (const name of COUNTS) table = table.addColumn(name, 'integer', (column) => column.notNull())
  for (const name of SUMS) table = table.addColumn(name, 'bigint', (column) => column.notNull())
  await table.addPrimaryKeyConstraint('holdout_sessions_key', ['account_id', 'id_hash']).execute()
  await database.schema.createIndex('holdout_sessions_by_time').on('holdout_sessions').column('began_at').execute()
}

/** Adds the number of requests whose newest message repeats an earlier one. */
export async function addRepeats(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('holdout_sessions')
    .addColumn('repeats', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** Columns that an entry adds to. `turns` is set to the maximum instead. */
export const ADDED_COLUMNS = ['requests', 'errors', 'retries', 'repeats', ...SUMS] as const

/** The larger of the stored and the new value, in portable SQL. */
export function largerOf(column: string) {
  const stored = sql.ref(`holdout_sessions.${column}`)
  const incoming = sql.ref(`excluded.${column}`)
  return sql<number>`case when ${stored} > ${incoming} then ${stored} else ${incoming} end`
}
