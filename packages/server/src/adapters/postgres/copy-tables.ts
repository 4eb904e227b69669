import type SqliteHandle from 'better-sqlite3'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../sql/schema.ts'

/** Every table, each after those that it references. */
export const TABLES = [
  'accounts',
  'keys',
  'credentials',
  'ledger',
  'usage',
  'sessions',
  'session_tips',
  'session_clouds',
  'calibrations',
  'provider_objects',
  'holdout_sessions',
  'session_turns',
  'deleted_accounts',
  'alerts',
] as const satisfies readonly (keyof Schema)[]

export type TableName = (typeof TABLES)[number]

/** Rows of each table. */
export type RowCounts = Readonly<Record<TableName, number>>

/** Rows per statement: a statement may have 65,535 parameters, and no table has more than 25 columns. */
const ROWS_AT_ONCE = 1000

type Row = Record<string, unknown>

/** Counts the rows of each table of an SQLite database. */
export function countRows(source: SqliteHandle.Database): RowCounts {
  return countsOf(TABLES.map((table) => source.prepare(`select count(*) from "${table}"`).pluck().get() as number))
}

/** Counts the rows of each table of PostgreSQL. */
export async function countTargetRows(target: Kysely<Schema>): Promise<RowCounts> {
  const counts: number[] = []
  for (const table of TABLES) {
    const { count } = await target
      .selectFrom(table as 'accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts.push(Number(count))
  }
  return countsOf(counts)
}

function countsOf(counts: readonly number[]): RowCounts {
  return Object.fromEntries(TABLES.map((table, index) => [table, counts[index]!])) as Record<TableName, number>
}

/** Copies every row of every table. `onRows` is called with the number of rows after each step. */
export async function copyTables(
  source: SqliteHandle.Database,
  target: Transaction<Schema>,
  onRows: (count: number) => void,
): Promise<void> {
  for (const table of TABLES) await copyTable(source, target, { table, onRows })
  // The next session must get the number after the last one, and not a number in use.
  await sql`
    select setval(pg_get_serial_sequence('sessions', 'id'), (select coalesce(max(id), 0) + 1 from sessions), false)`.execute(
    target,
  )
}

async function copyTable(
  source: SqliteHandle.Database,
  target: Transaction<Schema>,
  { table, onRows }: { table: TableName; onRows: (count: number) => void },
): Promise<void> {
  const page = source.prepare(`select rowid as copied_row, * from "${table}" where rowid > ? order by rowid limit ?`)
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = page.all(after, ROWS_AT_ONCE) as (Row & { copied_row: number })[]
    if (rows.length === 0) return
    after = rows.at(-1)!.copied_row
    const values = rows.map(({ copied_row: _, ...row }) => storable(row))
    await target
      .insertInto(table as 'accounts')
      .values(values as never)
      .execute()
    onRows(rows.length)
  }
}

/** Text in PostgreSQL contains no null character. Model names that older versions stored may contain one. */
function storable(row: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string' && value.includes('\0')) row[name] = value.replaceAll('\0', '?')
  }
  return row
}
