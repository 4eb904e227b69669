import type { Transaction } from 'kysely'
import type { SettleOutcome } from '../../money/account-port.ts'
import type { RequestOnce } from '../../money/ledger-port.ts'
import { toAccount } from './account-row.ts'
import { appendEntry } from './append-entry.ts'
import { findOnce } from './find-once.ts'
import { lockAccount } from './lock-account.ts'
import type { Schema } from './schema.ts'

/**
 * Records a payment against the amount that an account owes, with its entry. A payment beyond that amount is refused.
 */
export async function settleOwed(
  transaction: Transaction<Schema>,
  settlement: {
    readonly name: string
    readonly amount: number | 'all'
    readonly once: RequestOnce | undefined
    readonly now: number
  },
): Promise<SettleOutcome | undefined> {
  const { name, amount, once, now } = settlement
  const before = await lockAccount(transaction, name)
  if (!before) return undefined
  const repeated = once && (await findOnce(transaction, before.id, once.keyHash))
  if (repeated !== undefined) {
    if (repeated !== once?.bodyHash) return { kind: 'mismatch' }
    return { kind: 'settled', account: toAccount(before), microCents: 0 }
  }
  const owed = before.owed_micro_cents
  const microCents = amount === 'all' ? owed : amount
  if (microCents > owed) return { kind: 'too-much', owedMicroCents: owed }
  const row = await transaction
    .updateTable('accounts')
    .set(({ eb }) => ({ owed_micro_cents: eb('owed_micro_cents', '-', microCents) }))
    .where('id', '=', before.id)
    .where('owed_micro_cents', '=', owed)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Error('the account changed while it was settled')
  if (microCents > 0 || once) {
    // Not `-microCents`, which would be minus zero for a payment of 0.
    const change = { amountMicroCents: 0 - microCents, balanceMicroCents: row.owed_micro_cents }
    await appendEntry(transaction, { accountId: row.id, book: 'owed', kind: 'settled', ...change, now, once })
  }
  return { kind: 'settled', account: toAccount(row), microCents }
}
