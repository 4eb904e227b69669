import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DeletedAccount } from '../../money/account-port.ts'
import { newId } from './account-row.ts'
import { deleteInParts } from './delete-in-parts.ts'
import { lockAccount } from './lock-account.ts'
import type { Schema } from './schema.ts'

/** Tables whose rows are deleted with their account. Tips and clouds are deleted with their sessions. */
const OF_ACCOUNT = [
  'keys',
  'credentials',
  'usage',
  'session_turns',
  'holdout_sessions',
  'provider_objects',
  'sessions',
] as const satisfies readonly (keyof Schema)[]

type OfAccount = (typeof OF_ACCOUNT)[number]

interface Part<Table extends OfAccount> {
  readonly column: keyof Schema[Table] & string
  readonly rows: number
  /** True if the column is unique. A condition on the account, whose index leads to all its rows, is then omitted. */
  readonly isUnique?: boolean
}

/**
 * Tables with many rows of one account, which are deleted in parts. A part consists of all rows that share a value of
 * `column` with one of the first `rows` rows. A day of usage has rows of many keys and models, and a session has tips
 * and a cloud.
 */
const PARTS: { readonly [Table in OfAccount]?: Part<Table> } = {
  usage: { column: 'day', rows: 1 },
  session_turns: { column: 'at', rows: 500 },
  holdout_sessions: { column: 'id_hash', rows: 500 },
  provider_objects: { column: 'id_hash', rows: 500, isUnique: true },
  sessions: { column: 'id', rows: 50, isUnique: true },
}

/** Milliseconds for which deleted ids are remembered. All requests in flight end within that time. */
const REMEMBERED_MS = 24 * 60 * 60_000

/**
 * Deletes an account with all its data. Its ledger is kept for accounting, under another account id, without a name,
 * keys, or hashes of idempotency keys. Undefined if the account does not exist.
 */
export async function deleteAccount(
  database: Kysely<Schema>,
  name: string,
  now: number,
): Promise<DeletedAccount | undefined> {
  const found = await database
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  await forgetAlerts(database, found.id)
  // Keys first, so that no request is admitted meanwhile. In parts, so that no statement blocks others for long.
  const counts: Record<string, number> = {}
  for (const table of OF_ACCOUNT) counts[table] = await deleteRowsInParts(database, table, found.id)
  return await database.transaction().execute(async (transaction) => {
    const account = await lockAccount(transaction, name)
    if (!account) return undefined
    for (const table of OF_ACCOUNT) counts[table]! += await deleteRows(transaction, table, account.id)
    await keepLedger(transaction, account, now)
    await transaction.insertInto('deleted_accounts').values({ account_id: account.id, deleted_at: now }).execute()
    await transaction.deleteFrom('accounts').where('id', '=', account.id).execute()
    return {
      name,
      keys: counts.keys!,
      credentials: counts.credentials!,
      sessions: counts.sessions!,
      usageRows: counts.usage!,
      turns: counts.session_turns!,
      objects: counts.provider_objects!,
      ledgerEntries: account.ledger_length,
      budgetMicroCents: account.budget_micro_cents,
      owedMicroCents: account.owed_micro_cents,
    }
  })
}

/** Removes the alerts of an account and of its keys, whose names contain their ids. See `alerts`. */
async function forgetAlerts(database: Kysely<Schema>, accountId: string): Promise<void> {
  const keys = await database.selectFrom('keys').select('id').where('account_id', '=', accountId).execute()
  for (const id of [accountId, ...keys.map((key) => key.id)]) {
    await database.deleteFrom('alerts').where('key', 'like', `% ${id} %`).execute()
  }
}

/** Removes data that requests in flight stored after their account was deleted, and ids that were deleted a day ago. */
export async function sweepDeleted(database: Kysely<Schema>, now: number): Promise<void> {
  const deleted = await database.selectFrom('deleted_accounts').select('account_id').execute()
  for (const { account_id } of deleted) {
    for (const table of OF_ACCOUNT) await deleteRowsInParts(database, table, account_id)
  }
  await database
    .deleteFrom('deleted_accounts')
    .where('deleted_at', '<', now - REMEMBERED_MS)
    .execute()
}

/** Moves balances and entries to an account that cannot be used or named. */
async function keepLedger(
  transaction: Transaction<Schema>,
  { id, plan, budget_micro_cents, owed_micro_cents, ledger_length }: Selectable<Schema['accounts']>,
  now: number,
): Promise<void> {
  if (ledger_length === 0) return
  const keeper = { id: newId('account'), name: `deleted ${randomBytes(8).toString('hex')}`, plan }
  const figures = { budget_micro_cents, owed_micro_cents, ledger_length }
  await transaction
    .insertInto('accounts')
    .values({ ...keeper, ...figures, created_at: now, deleted_at: now })
    .execute()
  await transaction
    .updateTable('ledger')
    .set({ account_id: keeper.id, key_id: null, once_key_hash: null, once_body_hash: null })
    .where('account_id', '=', id)
    .execute()
}

async function deleteRowsInParts(database: Kysely<Schema>, table: OfAccount, accountId: string): Promise<number> {
  const part = PARTS[table]
  if (part === undefined) return await deleteRows(database, table, accountId)
  const [from, column] = [sql.table(table), sql.ref(part.column)]
  const isOwn = sql`account_id = ${accountId}`
  const isChosen = sql`${column} in (select ${column} from ${from} where ${isOwn} limit ${part.rows})`
  const isInPart = part.isUnique ? isChosen : sql`${isOwn} and ${isChosen}`
  return await deleteInParts(part.rows, async () => {
    const { numAffectedRows } = await sql`delete from ${from} where ${isInPart}`.execute(database)
    return Number(numAffectedRows ?? 0n)
  })
}

async function deleteRows(database: Kysely<Schema>, table: OfAccount, accountId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom(table as 'sessions')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
