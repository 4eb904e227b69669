import { type Kysely, sql } from 'kysely'

/** Adds the limits and tags of a key, the key that it replaced, and the provider's bill of its usage. */
export async function addKeyLimits(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  for (const name of ['expires_at', 'blocked_at', 'previous_until'] as const) {
    await schema.alterTable('keys').addColumn(name, 'bigint').execute()
  }
  for (const name of ['models', 'tags', 'previous_hash'] as const) {
    await schema.alterTable('keys').addColumn(name, 'text').execute()
  }
  await schema
    .alterTable('keys')
    .addColumn('spending_micro_cents', 'bigint', (column) => column.check(sql`spending_micro_cents >= 0`))
    .execute()
  await schema
    .alterTable('keys')
    .addColumn('spending_period', 'text', (column) => column.check(sql`spending_period in ('day', 'month')`))
    .execute()
  await schema
    .alterTable('keys')
    .addColumn('allows_unpriced', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.createIndex('keys_by_previous_hash').unique().on('keys').column('previous_hash').execute()
  await schema
    .alterTable('usage')
    .addColumn('bill_micro_cents', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
