import type { Transaction } from 'kysely'
import type { ChargeDetails, LedgerBook, LedgerKind, RequestOnce } from '../../money/ledger-port.ts'
import type { Schema } from './schema.ts'

export interface NewEntry {
  readonly accountId: string
  readonly book: LedgerBook
  readonly kind: LedgerKind
  readonly amountMicroCents: number
  /** The balance after the change, in the same transaction. */
  readonly balanceMicroCents: number
  readonly now: number
  readonly charge?: ChargeDetails
  readonly once?: RequestOnce | undefined
}

/** Writes the next entry of an account's ledger, in the transaction that changed the balance. */
export async function appendEntry(transaction: Transaction<Schema>, entry: NewEntry): Promise<void> {
  const { ledger_length: sequence } = await transaction
    .updateTable('accounts')
    .set(({ eb }) => ({ ledger_length: eb('ledger_length', '+', 1) }))
    .where('id', '=', entry.accountId)
    .returning('ledger_length')
    .executeTakeFirstOrThrow()
  const { charge, once } = entry
  await transaction
    .insertInto('ledger')
    .values({
      account_id: entry.accountId,
      sequence,
      book: entry.book,
      kind: entry.kind,
      amount_micro_cents: entry.amountMicroCents,
      balance_micro_cents: entry.balanceMicroCents,
      created_at: entry.now,
      key_id: charge?.keyId ?? null,
      saved_tokens: charge?.savedTokens ?? null,
      price_name: charge?.priceName ?? null,
      price_micro_dollars: charge?.microDollarsPerMillion ?? null,
      share_percent: charge?.sharePercent ?? null,
      full_micro_cents: charge?.fullMicroCents ?? null,
      once_key_hash: once?.keyHash ?? null,
      once_body_hash: once?.bodyHash ?? null,
    })
    .execute()
}
