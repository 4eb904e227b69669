import type { Kysely, Transaction } from 'kysely'
import type { Account, Caller, Clock, KeyRow, KeyStore, NewKey, Plan } from '../../ports.ts'
import { newId, toAccount } from './account-row.ts'
import { appendEntry } from './append-entry.ts'
import type { Schema } from './schema.ts'

/** The plan of an account that was made without one. */
const FIRST_PLAN: Plan = 'free'

/** Accounts and keys in tables; `requestsPerMinute` is the limit of keys that have none of their own. */
export function createKeyStore(
  database: Kysely<Schema>,
  { clock, requestsPerMinute }: { clock: Clock; requestsPerMinute: number },
): KeyStore {
  return {
    async findCaller(keyHash): Promise<Caller | undefined> {
      const row = await selectKeys(database)
        .where('keys.hash', '=', keyHash)
        .where('keys.revoked_at', 'is', null)
        .executeTakeFirst()
      return (
        row && {
          keyId: row.id,
          accountId: row.account_id,
          accountName: row.account_name,
          plan: row.plan,
          requestsPerMinute: row.requests_per_minute ?? requestsPerMinute,
        }
      )
    },
    createKey: (account, key) =>
      database.transaction().execute(async (transaction) => {
        const owner = await ensureAccount(transaction, account, clock.now())
        return await insertKey(transaction, { owner, key, now: clock.now() })
      }),
    revokeKey: (idOrPreview) => revokeKey(database, idOrPreview, clock.now()),
    async listKeys() {
      const rows = await selectKeys(database).orderBy('keys.created_at').orderBy('keys.id').execute()
      return rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        accountName: row.account_name,
        preview: row.preview,
        plan: row.plan,
        requestsPerMinute: row.requests_per_minute,
        createdAt: row.created_at,
        revokedAt: row.revoked_at,
      }))
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
      const row = await database.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirst()
      return row && toAccount(row)
    },
  }
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
  const before = await transaction
    .selectFrom('accounts')
    .select('budget_micro_cents')
    .where('name', '=', name)
    .executeTakeFirst()
  const row = await transaction
    .insertInto('accounts')
    .values({ id: newId('account'), name, plan: FIRST_PLAN, budget_micro_cents: 0, created_at: now, ...changes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name, ...changes }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const amountMicroCents = row.budget_micro_cents - (before?.budget_micro_cents ?? 0)
  if (amountMicroCents !== 0) {
    const kind = before ? 'budget-set' : 'opening'
    const amount = { amountMicroCents, balanceMicroCents: row.budget_micro_cents }
    await appendEntry(transaction, { accountId: row.id, book: 'budget', kind, ...amount, now })
  }
  return toAccount(row)
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
      revoked_at: null,
    })
    .execute()
  return {
    id,
    accountId: owner.id,
    accountName: owner.name,
    preview: key.preview,
    plan: owner.plan,
    requestsPerMinute: key.requestsPerMinute,
    createdAt: now,
    revokedAt: null,
  }
}

/** Two keys may share a preview, and then it names neither. */
async function revokeKey(database: Kysely<Schema>, idOrPreview: string, now: number): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('keys')
      .select('id')
      .where((where) => where.or([where('id', '=', idOrPreview), where('preview', '=', idOrPreview)]))
      .where('revoked_at', 'is', null)
      .execute()
    if (rows.length !== 1) return false
    await transaction.updateTable('keys').set({ revoked_at: now }).where('id', '=', rows[0]!.id).execute()
    return true
  })
}

async function listAccounts(database: Kysely<Schema>) {
  const accounts = await database.selectFrom('accounts').selectAll().orderBy('name').execute()
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
