import { join } from 'node:path'
import type SqliteHandle from 'better-sqlite3'
import { sql, type Transaction } from 'kysely'
import { openDataDirectory } from '../../config/data-directory.ts'
import type { Schema } from '../sql/schema.ts'
import { verifyLedger } from '../sql/verify-ledger.ts'
import { type Connection, connect } from '../sqlite/connection.ts'
import { assertHasDatabase, assertUsable, DATABASE_FILE } from '../sqlite/database-file.ts'
import { claimDirectory } from '../sqlite/directory-lock.ts'
import { explainOpenError as explainSourceError } from '../sqlite/explain-open-error.ts'
import { copyTables, countRows, countTargetRows, type RowCounts, TABLES } from './copy-tables.ts'
import { explainOpenError } from './explain-open-error.ts'
import { openForLongWork, prepareDatabase } from './open-database.ts'

export interface MoveOptions {
  readonly dataDir: string
  /** URL of the target database. */
  readonly url: string
  onStep(step: string): void
  onProgress(share: number): void
}

/** Counts of the moved rows, and the compared sums. */
export interface Moved {
  readonly rows: RowCounts
  readonly ledger: LedgerSums
}

/** Sums over all accounts and entries, in whole micro-cents. */
export interface LedgerSums {
  readonly budgetMicroCents: number
  readonly owedMicroCents: number
  /** Sums of the entries, by account and book. */
  readonly entries: Readonly<Record<string, number>>
}

/**
 * Copies an installation from SQLite to PostgreSQL in one transaction. Before the commit it compares the number of rows
 * of every table and the sums of every ledger, and checks that each ledger balances. The source keeps its data and gets
 * this version's schema.
 * @throws when the source does not exist or cannot be opened, when another server or command uses it, when the target
 * contains data, or when a comparison fails. Nothing is copied then.
 */
export async function moveFromSqlite(options: MoveOptions): Promise<Moved> {
  const directory = openDataDirectory(assertHasDatabase(options.dataDir))
  const lock = claimDirectory(directory)
  try {
    options.onStep('Checking the source')
    const { handle, database } = await openSource(directory)
    try {
      return await moveInto(handle, options)
    } finally {
      await database.destroy()
    }
  } finally {
    lock.release()
  }
}

async function openSource(directory: string): Promise<Connection> {
  const path = join(directory, DATABASE_FILE)
  try {
    assertUsable(path)
    return await connect(path, { checksIntegrity: true })
  } catch (error) {
    throw explainSourceError(directory, error)
  }
}

async function moveInto(source: SqliteHandle.Database, { url, onStep, onProgress }: MoveOptions): Promise<Moved> {
  await prepareDatabase(url).catch((error: unknown) => {
    throw explainOpenError(url, error)
  })
  const target = openForLongWork(url)
  try {
    return await target.transaction().execute(async (transaction) => {
      // No other process writes until everything is copied.
      await sql`lock table ${sql.join(TABLES.map((table) => sql.table(table)))} in exclusive mode`.execute(transaction)
      assertEmpty(await countTargetRows(transaction))
      const rows = countRows(source)
      const total = Math.max(
        1,
        Object.values(rows).reduce((sum, count) => sum + count, 0),
      )
      onStep('Copying')
      let copied = 0
      await copyTables(source, transaction, (count) => {
        copied += count
        onProgress(copied / total)
      })
      onStep('Comparing')
      return await compare(source, transaction, rows)
    })
  } finally {
    await target.destroy()
  }
}

function assertEmpty(counts: RowCounts): void {
  const filled = TABLES.filter((table) => counts[table] > 0).map((table) => `${table}: ${counts[table]}`)
  if (filled.length === 0) return
  throw new Error(`the target database is not empty (rows in ${filled.join(', ')}); name a new, empty database`)
}

async function compare(source: SqliteHandle.Database, target: Transaction<Schema>, rows: RowCounts): Promise<Moved> {
  const counts = await countTargetRows(target)
  const problems = TABLES.filter((table) => counts[table] !== rows[table]).map(
    (table) => `${table} has ${rows[table]} rows in the source and ${counts[table]} in the target`,
  )
  const [before, after] = [sumSource(source), await sumTarget(target)]
  if (JSON.stringify(before) !== JSON.stringify(after)) problems.push('the sums of the ledgers differ')
  for (const { accountName, problems: found } of await verifyLedger(target)) {
    for (const problem of found) problems.push(`the ledger of ${accountName} does not balance: ${problem}`)
  }
  if (problems.length > 0) throw new Error(`nothing was copied: ${problems.join('; ')}`)
  return { rows, ledger: after }
}

const ACCOUNT_SUMS = 'select sum(budget_micro_cents) as budget, sum(owed_micro_cents) as owed from accounts'
const ENTRY_SUMS =
  'select account_id, book, sum(amount_micro_cents) as amount from ledger group by account_id, book order by account_id, book'

interface Sums {
  readonly budget: number | null
  readonly owed: number | null
}

interface EntrySum {
  readonly account_id: string
  readonly book: string
  readonly amount: number
}

function sumSource(source: SqliteHandle.Database): LedgerSums {
  return ledgerSums(source.prepare(ACCOUNT_SUMS).get() as Sums, source.prepare(ENTRY_SUMS).all() as EntrySum[])
}

async function sumTarget(target: Transaction<Schema>): Promise<LedgerSums> {
  const { rows: accounts } = await sql.raw<Sums>(ACCOUNT_SUMS).execute(target)
  const { rows: entries } = await sql.raw<EntrySum>(ENTRY_SUMS).execute(target)
  return ledgerSums(accounts[0]!, entries)
}

function ledgerSums({ budget, owed }: Sums, entries: readonly EntrySum[]): LedgerSums {
  return {
    budgetMicroCents: budget ?? 0,
    owedMicroCents: owed ?? 0,
    entries: Object.fromEntries(entries.map(({ account_id, book, amount }) => [`${account_id} ${book}`, amount])),
  }
}
