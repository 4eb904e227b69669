import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

/** Counts and times have 64 bits. `integer` would have 32 on databases other than SQLite. */
const WIDE = 'bigint'

/** The tables of version 0.2. */
export async function createFirstTables(database: Kysely<unknown>): Promise<void> {
  await createAccounts(database)
  await createUsage(database)
  await createSessions(database)
  await database.schema
    .createTable('calibrations')
    .addColumn('model', 'text', (column) => column.primaryKey())
    .addColumn('factor', 'double precision', required)
    .addColumn('samples', WIDE, required)
    .execute()
}

async function createAccounts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) => column.notNull().check(sql`plan in ('free', 'pro')`))
    .addColumn('budget_micro_cents', WIDE, (column) => column.notNull().check(sql`budget_micro_cents >= 0`))
    .addColumn('created_at', WIDE, required)
    .execute()
  await database.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('preview', 'text', required)
    .addColumn('requests_per_minute', WIDE)
    .addColumn('created_at', WIDE, required)
    .addColumn('revoked_at', WIDE)
    .execute()
  await database.schema.createIndex('keys_by_preview').on('keys').column('preview').execute()
  await database.schema
    .createTable('credentials')
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('provider', 'text', required)
    .addColumn('sealed', 'text', required)
    .addPrimaryKeyConstraint('credentials_primary', ['account_id', 'provider'])
    .execute()
}

/**
 * Usage references keys and accounts without a constraint, so that billed usage is stored even after their deletion.
 */
async function createUsage(database: Kysely<unknown>): Promise<void> {
  const counts = [
    'requests',
    'folded',
    'failed',
    'original_tokens',
    'optimized_tokens',
    'billed_input_tokens',
    'billed_cached_tokens',
    'output_tokens',
  ] as const
  let table = database.schema
    .createTable('usage')
    .addColumn('key_id', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('account_id', 'text', required)
  for (const count of counts) table = table.addColumn(count, WIDE, required)
  await table.addPrimaryKeyConstraint('usage_primary', ['key_id', 'day', 'model']).execute()
  await database.schema.createIndex('usage_by_day').on('usage').columns(['day', 'account_id']).execute()
}

async function createSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sessions')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('id_hash', 'text', required)
    .addColumn('generated_id', 'text')
    .addColumn('turns', WIDE, required)
    .addColumn('original_tokens', WIDE, required)
    .addColumn('saved_tokens', WIDE, required)
    .addColumn('left_alone', 'text')
    .addColumn('last_used_at', WIDE, required)
    .addUniqueConstraint('sessions_by_hash', ['account_id', 'id_hash'])
    .execute()
  await database.schema.createIndex('sessions_by_last_use').on('sessions').column('last_used_at').execute()
  await database.schema
    .createTable('session_tips')
    .addColumn('account_id', 'text', required)
    .addColumn('tip', 'text', required)
    .addColumn('session_id', 'integer', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('sequence', WIDE, required)
    .addPrimaryKeyConstraint('session_tips_primary', ['account_id', 'tip'])
    .execute()
  await database.schema
    .createIndex('session_tips_by_session')
    .on('session_tips')
    .columns(['session_id', 'sequence'])
    .execute()
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull()
}

function ofAccount(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('accounts.id').onDelete('cascade')
}
