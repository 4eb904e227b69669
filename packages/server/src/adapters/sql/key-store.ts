import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Caller, KeyRow, KeyStore, NewKey } from '../../gate/key-port.ts'
import type { Account, Plan } from '../../money/account.ts'
import type { Clock } from '../../ports.ts'
import { newId, toAccount } from './account-row.ts'
import { appendEntry } from './append-entry.ts'
import { columnsOf, toCaller, toKeyRow } from './key-row.ts'
import { lockAccount } from './lock-account.ts'
import type { Schema } from './schema.ts'

type AccountRow = Selectable<Schema['accounts']>

/** The plan of an account that is created without one. */
const FIRST_PLAN: Plan = 'free'

/** Accounts and keys in tables. `requestsPerMinute` is the limit of keys without one of their own. */
export function createKeyStore(
  database: Kysely<Schema>,
  { clock, requestsPerMinute }: { clock: Clock; requestsPerMinute: number },
): KeyStore {
  return {
    async findCaller(keyHash): Promise<Caller | undefined> {
      const row = await selectKeys(database)
        .where(({ and, eb, or }) =>
          or([
            eb('keys.hash', '=', keyHash),
            and([eb('keys.previous_hash', '=', keyHash), eb('keys.previous_until', '>', clock.now())]),
          ]),
        )
        .where('keys.revoked_at', 'is', null)
        .executeTakeFirst()
      return row && toCaller(row, keyHash, requestsPerMinute)
    },
    knowsCallers: () => false,
    createKey: (account, key) =>
      database.transaction().execute(async (transaction) => {
        const owner = await ensureAccount(transaction, account, clock.now())
        return await insertKey(transaction, { owner, key, now: clock.now() })
      }),
    changeKey: (idOrPreview, changes) => updateKey(database, idOrPreview, () => columnsOf(changes, clock.now())),
    rotateKey: (idOrPreview, { hash, preview, previousUntil }) =>
      updateKey(database, idOrPreview, (before) => {
        return { hash, preview, previous_hash: before.hash, previous_until: previousUntil }
      }),
    async revokeKey(idOrPreview) {
      return (await updateKey(database, idOrPreview, () => ({ revoked_at: clock.now() }))) !== undefined
    },
    async listKeys() {
      const rows = await selectKeys(database).orderBy('keys.created_at').orderBy('keys.id').execute()
      return rows.map(toKeyRow)
    },
    async countKeys() {
      const { count } = await database
        .selectFrom('keys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    listAccounts: () => listAccounts(database),
    async findAccount(name) {
      const row = await database
        .selectFrom('accounts')
        .selectAll()
        .where('name', '=', name)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row && toAccount(row)
    },
  }
}

/** Keys per statement, each as a current key and as a replaced one. */
const KEYS_AT_ONCE = 1000

/** The callers of many keys, by the hashes of the keys. Unknown and revoked keys are omitted. */
export async function findCallers(
  database: Kysely<Schema>,
  keyHashes: readonly string[],
  { clock, requestsPerMinute }: { clock: Clock; requestsPerMinute: number },
): Promise<Map<string, Caller>> {
  const found = new Map<string, Caller>()
  for (let from = 0; from < keyHashes.length; from += KEYS_AT_ONCE) {
    const some = keyHashes.slice(from, from + KEYS_AT_ONCE)
    const rows = await selectKeys(database)
      .where(({ eb, or }) => or([eb('keys.hash', 'in', some), eb('keys.previous_hash', 'in', some)]))
      .where('keys.revoked_at', 'is', null)
      .execute()
    for (const row of rows) {
      found.set(row.hash, toCaller(row, row.hash, requestsPerMinute))
      const { previous_hash: previous, previous_until: until } = row
      if (previous !== null && (until ?? 0) > clock.now())
        found.set(previous, toCaller(row, previous, requestsPerMinute))
    }
  }
  return found
}

function selectKeys(database: Kysely<Schema>) {
  return database
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .selectAll('keys')
    .select(['accounts.name as account_name', 'accounts.plan'])
}

async function ensureAccount(
  transaction: Transaction<Schema>,
  { name, plan, budgetMicroCents }: { name: string; plan?: Plan; budgetMicroCents?: number },
  now: number,
): Promise<Account> {
  const changes = {
    ...(plan !== undefined && { plan }),
    ...(budgetMicroCents !== undefined && { budget_micro_cents: budgetMicroCents }),
  }
  const { made, before } = await insertOrLock(transaction, { name, created_at: now, ...changes })
  const row = made ?? (await changeAccount(transaction, before, changes))
  const amountMicroCents = row.budget_micro_cents - (before?.budget_micro_cents ?? 0)
  if (amountMicroCents !== 0) {
    const kind = before ? 'budget-set' : 'opening'
    const amount = { amountMicroCents, balanceMicroCents: row.budget_micro_cents }
    await appendEntry(transaction, { accountId: row.id, book: 'budget', kind, ...amount, now })
  }
  return toAccount(row)
}

/** Creates the account with these columns, or locks the one that has its name. */
async function insertOrLock(
  transaction: Transaction<Schema>,
  columns: Pick<AccountRow, 'name' | 'created_at'> & Partial<AccountRow>,
): Promise<{ made: AccountRow; before?: undefined } | { made?: undefined; before: AccountRow }> {
  // With PostgreSQL, another process may delete the account between the two statements, which frees its name.
  for (let attempt = 0; attempt < 2; attempt++) {
    const made = await transaction
      .insertInto('accounts')
      .values({ id: newId('account'), plan: FIRST_PLAN, budget_micro_cents: 0, ...columns })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made) return { made }
    const before = await lockAccount(transaction, columns.name)
    if (before) return { before }
  }
  const message = `"${columns.name}" is the ledger of a deleted account, which can have no keys. Choose another name.`
  throw new ServiceError('invalid_request', { message, parameter: 'account' })
}

async function changeAccount(
  transaction: Transaction<Schema>,
  before: AccountRow,
  changes: Updateable<Schema['accounts']>,
): Promise<AccountRow> {
  if (Object.keys(changes).length === 0) return before
  return await transaction
    .updateTable('accounts')
    .set(changes)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function insertKey(
  transaction: Transaction<Schema>,
  { owner, key, now }: { owner: Account; key: NewKey; now: number },
): Promise<KeyRow> {
  const id = newId('key')
  await transaction
    .insertInto('keys')
    .values({
      id,
      account_id: owner.id,
      hash: key.hash,
      preview: key.preview,
      requests_per_minute: key.requestsPerMinute,
      created_at: now,
      ...columnsOf(key.changes ?? {}, now),
    })
    .execute()
  return toKeyRow(await selectKeys(transaction).where('keys.id', '=', id).executeTakeFirstOrThrow())
}

/**
 * Changes one live key. A preview that two keys share identifies neither. The key is found by a write that changes
 * nothing, so that every database orders two simultaneous changes of a key.
 */
async function updateKey(
  database: Kysely<Schema>,
  idOrPreview: string,
  columnsFor: (before: Selectable<Schema['keys']>) => Updateable<Schema['keys']>,
): Promise<KeyRow | undefined> {
  return await database.transaction().execute(async (transaction) => {
    const [before, other] = await transaction
      .updateTable('keys')
      .set(({ ref }) => ({ preview: ref('preview') }))
      .where((where) => where.or([where('id', '=', idOrPreview), where('preview', '=', idOrPreview)]))
      .where('revoked_at', 'is', null)
      .returningAll()
      .execute()
    if (!before || other) return undefined
    const columns = columnsFor(before)
    const isChanged = Object.keys(columns).length > 0
    if (isChanged) await transaction.updateTable('keys').set(columns).where('id', '=', before.id).execute()
    return toKeyRow(await selectKeys(transaction).where('keys.id', '=', before.id).executeTakeFirstOrThrow())
  })
}

async function listAccounts(database: Kysely<Schema>) {
  const accounts = await database
    .selectFrom('accounts')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const credentials = await database
    .selectFrom('credentials')
    .select(['account_id', 'provider'])
    .orderBy('provider')
    .execute()
  const byAccount = new Map<string, string[]>()
  for (const { account_id, provider } of credentials) {
    const providers = byAccount.get(account_id)
    if (providers) providers.push(provider)
    else byAccount.set(account_id, [provider])
  }
  return accounts.map((row) => ({ ...toAccount(row), credentials: byAccount.get(row.id) ?? [] }))
}
