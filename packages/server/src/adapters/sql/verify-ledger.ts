import type { Kysely, Selectable } from 'kysely'
import type { LedgerBook, LedgerFinding } from '../../money/ledger-port.ts'
import type { Schema } from './schema.ts'

type EntryRow = Pick<
  Selectable<Schema['ledger']>,
  'account_id' | 'sequence' | 'book' | 'kind' | 'amount_micro_cents' | 'balance_micro_cents' | 'full_micro_cents'
>

/** Entries per read, because a ledger may exceed the memory. */
const PAGE = 10_000

/**
 * Checks every ledger from its first entry to its last:
 * - The numbers have no gaps.
 * - Each balance equals the previous one plus the amount.
 * - No charge exceeds its fee.
 * - The last balances are those of the account.
 *
 * It takes no lock: entries never change, so only the balances and last entries must be read at the same moment. The
 * deletion of an account moves its entries to another one, so the check starts again if an account with a problem was
 * deleted meanwhile.
 */
export async function verifyLedger(database: Kysely<Schema>): Promise<LedgerFinding[]> {
  const accounts = await database
    .selectFrom('accounts')
    .selectAll('accounts')
    .select(({ selectFrom }) =>
      selectFrom('ledger')
        .whereRef('ledger.account_id', '=', 'accounts.id')
        .select(({ fn }) => fn.max('sequence').as('last'))
        .as('last'),
    )
    .orderBy('name')
    .execute()
  const walks = new Map(accounts.map(({ id, last }) => [id, newWalk(Number(last ?? 0))]))
  let end: EntryRow | undefined
  do {
    const page = await readPage(database, end)
    for (const entry of page) {
      const walk = walks.get(entry.account_id)
      if (walk && entry.sequence <= walk.last) step(walk, entry)
    }
    end = page.length === PAGE ? page.at(-1) : undefined
  } while (end)
  const findings = accounts.map((account) => conclude(account, walks.get(account.id)!))
  const doubtful = accounts.filter((_, index) => findings[index]!.problems.length > 0).map(({ id }) => id)
  return (await areStored(database, doubtful)) ? findings : await verifyLedger(database)
}

async function areStored(database: Kysely<Schema>, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    if (!(await database.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst())) return false
  }
  return true
}

function conclude(account: Selectable<Schema['accounts']>, { entries, sums, problems }: Walk): LedgerFinding {
  const { name, budget_micro_cents: budgetMicroCents, owed_micro_cents: owedMicroCents } = account
  const found = [...problems]
  if (sums.budget !== budgetMicroCents) {
    found.push(`the budget is ${budgetMicroCents} micro-cents, but the sum of its entries is ${sums.budget}`)
  }
  if (sums.owed !== owedMicroCents) {
    found.push(`${owedMicroCents} micro-cents are owed, but the sum of the entries is ${sums.owed}`)
  }
  return { accountName: name, entries, budgetMicroCents, owedMicroCents, problems: found }
}

interface Walk {
  /** Sequence of the last entry at the moment of the check. Later entries are ignored. */
  readonly last: number
  entries: number
  readonly sums: Record<LedgerBook, number>
  readonly problems: string[]
}

/** Limit of reported problems of one account. Later ones usually follow from the first. */
const MAX_PROBLEMS = 20

function newWalk(last: number): Walk {
  return { last, entries: 0, sums: { budget: 0, owed: 0 }, problems: [] }
}

function step(walk: Walk, entry: EntryRow): void {
  walk.entries++
  walk.sums[entry.book] += entry.amount_micro_cents
  const name = `entry ${entry.sequence}`
  if (walk.problems.length >= MAX_PROBLEMS) return
  if (entry.sequence !== walk.entries) walk.problems.push(`${name} is at position ${walk.entries}`)
  if (entry.balance_micro_cents !== walk.sums[entry.book]) {
    const sum = walk.sums[entry.book]
    walk.problems.push(`${name} says ${entry.balance_micro_cents}, but the sum of the entries so far is ${sum}`)
  }
  if (entry.kind === 'charge' && Math.abs(entry.amount_micro_cents) > (entry.full_micro_cents ?? 0)) {
    walk.problems.push(`${name} charged more than its fee`)
  }
}

async function readPage(database: Kysely<Schema>, after: EntryRow | undefined): Promise<EntryRow[]> {
  let query = database
    .selectFrom('ledger')
    .select(['account_id', 'sequence', 'book', 'kind', 'amount_micro_cents', 'balance_micro_cents', 'full_micro_cents'])
    .orderBy('account_id')
    .orderBy('sequence')
    .limit(PAGE)
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('account_id', 'sequence'), '>', tuple(after.account_id, after.sequence)),
    )
  }
  return await query.execute()
}
