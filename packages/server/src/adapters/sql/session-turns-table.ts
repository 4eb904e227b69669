import type { Kysely } from 'kysely'

const COUNTS = ['at', 'turn', 'status', 'original_tokens', 'optimized_tokens', 'overhead_microseconds'] as const

const OF_BILL = [
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'micro_dollars',
  'direct_cached_tokens',
  'direct_micro_dollars',
] as const

/** Adds the requests of sessions: counts, times and reasons. */
export async function createSessionTurns(database: Kysely<unknown>): Promise<void> {
  let table = database.schema
    .createTable('session_turns')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id_hash', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
  for (const name of COUNTS) table = table.addColumn(name, 'bigint', (column) => column.notNull())
  for (const name of OF_BILL) table = table.addColumn(name, 'bigint')
  await table.execute()
  await index(database, 'session_turns_by_session', ['account_id', 'id_hash', 'at'])
  await index(database, 'session_turns_by_account', ['account_id', 'at'])
  await index(database, 'session_turns_by_time', ['at'])
}

async function index(database: Kysely<unknown>, name: string, columns: string[]): Promise<void> {
  await database.schema.createIndex(name).on('session_turns').columns(columns).execute()
}
