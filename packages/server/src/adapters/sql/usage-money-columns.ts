import type { Kysely } from 'kysely'

const COLUMNS = ['billed_requests', 'priced_requests', 'input_micro_dollars', 'direct_micro_dollars'] as const

/** Adds the bill for the input of requests, and the estimated bill without the service. */
export async function addUsageMoney(database: Kysely<unknown>): Promise<void> {
  for (const name of COLUMNS) {
    await database.schema
      .alterTable('usage')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}
