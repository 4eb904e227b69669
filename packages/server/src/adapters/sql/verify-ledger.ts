import type { Selectable, Transaction } from 'kysely'
import type { LedgerBook, LedgerFinding } from '../../money-ports.ts'
import type { Schema } from './schema.ts'

type EntryRow = Pick<
  Selectable<Schema['ledger']>,
  'account_id' | 'sequence' | 'book' | 'kind' | 'amount_micro_cents' | 'balance_micro_cents' | 'full_micro_cents'
>

/** Entries read at once: a ledger may be longer than the memory. */
const PAGE = 10_000

/**
 * Follows every ledger from its first entry to its last: numbers without gaps, each balance the one before plus the
 * amount, no charge above its fee, and at the end the figures of the account.
 */
export async function verifyLedger(transaction: Transaction<Schema>): Promise<LedgerFinding[]> {
  const accounts = await transaction.selectFrom('accounts').selectAll().orderBy('name').execute()
  const walks = new Map(accounts.map(({ id }) => [id, newWalk()]))
  let last: EntryRow | undefined
  do {
    const page = await readPage(transaction, last)
    for (const entry of page) {
      const walk = walks.get(entry.account_id)
      if (walk) step(walk, entry)
    }
    last = page.length === PAGE ? page.at(-1) : undefined
  } while (last)
  return accounts.map((account) => {
    const { entries, sums, problems } = walks.get(account.id)!
    const budgetMicroCents = account.budget_micro_cents
    const owedMicroCents = account.owed_micro_cents
    const found = [...problems]
    if (sums.budget !== budgetMicroCents) {
      found.push(`the budget is ${budgetMicroCents} micro-cents and its entries add up to ${sums.budget}`)
    }
    if (sums.owed !== owedMicroCents) {
      found.push(`${owedMicroCents} micro-cents are owed and the entries add up to ${sums.owed}`)
    }
    return { accountName: account.name, entries, budgetMicroCents, owedMicroCents, problems: found }
  })
}

interface Walk {
  entries: number
  readonly sums: Record<LedgerBook, number>
  readonly problems: string[]
}

function newWalk(): Walk {
  return { entries: 0, sums: { budget: 0, owed: 0 }, problems: [] }
}

function step(walk: Walk, entry: EntryRow): void {
  walk.entries++
  walk.sums[entry.book] += entry.amount_micro_cents
  const name = `entry ${entry.sequence}`
  // One problem of a kind is enough to know of: after the first, those behind it follow.
  if (walk.problems.length > 20) return
  if (entry.sequence !== walk.entries) walk.problems.push(`${name} stands in place ${walk.entries}`)
  if (entry.balance_micro_cents !== walk.sums[entry.book]) {
    const sum = walk.sums[entry.book]
    walk.problems.push(`${name} says ${entry.balance_micro_cents} and the entries so far add up to ${sum}`)
  }
  if (entry.kind === 'charge' && Math.abs(entry.amount_micro_cents) > (entry.full_micro_cents ?? 0)) {
    walk.problems.push(`${name} charged more than its fee`)
  }
}

async function readPage(transaction: Transaction<Schema>, after: EntryRow | undefined): Promise<EntryRow[]> {
  let query = transaction
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
