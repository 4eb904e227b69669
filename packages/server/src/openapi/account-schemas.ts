import { z } from 'zod'
import type { Account } from '../money/account.ts'
import type { DeletedAccount } from '../money/account-port.ts'
import { readCents, toCents } from '../money/cents.ts'
import type { LedgerEntry, LedgerFinding } from '../money/ledger-port.ts'
import { CENTS, must, PLAN, TIME, TUL_BUDGET } from './field.ts'

/** Parses an amount in cents of a request, a number or a string, into whole micro-cents. */
export const AMOUNT = z
  .union([z.number(), z.string()], must('be an amount in cents'))
  .transform((value, context) => {
    const microCents = readCents(String(value))
    if (microCents !== undefined) return microCents
    context.addIssue({
      code: 'custom',
      message: 'must be an amount in cents such as 250 or "12.5", with at most six decimals',
    })
    return z.NEVER
  })
  .describe('Cents, with at most six decimals; a string if a number would not be exact.')

export const ACCOUNT = z
  .object({
    id: z.string(),
    account: z.string(),
    plan: PLAN,
    budget_cents: TUL_BUDGET,
    owed_cents: CENTS.describe('Amount owed for transcript views (`POST /v1/tul1`).'),
    created_at: TIME,
  })
  .meta({ id: 'Account' })

/** The response to the deletion of an account. */
export const DELETED_ACCOUNT = z
  .object({
    account: z.string(),
    deleted: z.literal(true),
    keys: z.int(),
    credentials: z.int(),
    sessions: z.int(),
    usage_rows: z.int(),
    requests: z.int(),
    objects: z.int(),
    kept_ledger_entries: z
      .int()
      .describe('Ledger entries that are kept without the name, the id and the keys of the account.'),
    kept_owed_cents: CENTS.describe('Amount owed according to the kept entries.'),
  })
  .meta({ id: 'DeletedAccount' })

export const LEDGER_ENTRY = z
  .object({
    sequence: z.int(),
    book: z.enum(['budget', 'owed']),
    kind: z.enum(['opening', 'budget-added', 'budget-set', 'charge', 'settled']),
    amount_cents: CENTS,
    balance_cents: CENTS,
    created_at: TIME,
    charge: z
      .object({
        key_id: z.string(),
        saved_tokens: z.int(),
        price: z.string().describe('The row of the price table that applied.'),
        usd_per_million_tokens: z.number(),
        share_percent: z.int(),
        full_fee_cents: CENTS,
      })
      .nullable(),
  })
  .meta({ id: 'LedgerEntry' })

export const LEDGER_FINDING = z
  .object({
    account: z.string(),
    entries: z.int(),
    budget_cents: CENTS,
    owed_cents: CENTS,
    problems: z.array(z.string()),
  })
  .meta({ id: 'LedgerFinding' })

/** An account in the format of the API. */
export function accountRow(account: Account): z.output<typeof ACCOUNT> {
  return {
    id: account.id,
    account: account.name,
    plan: account.plan,
    budget_cents: toCents(account.budgetMicroCents),
    owed_cents: toCents(account.owedMicroCents),
    created_at: timeOf(account.createdAt),
  }
}

/** An account of a list, with the providers whose credentials it has. */
export function listedAccountRow(account: Account & { readonly credentials: readonly string[] }) {
  return { ...accountRow(account), credentials: account.credentials }
}

/** A ledger entry in the format of the API. */
export function ledgerRow(entry: LedgerEntry): z.output<typeof LEDGER_ENTRY> {
  const { charge } = entry
  return {
    sequence: entry.sequence,
    book: entry.book,
    kind: entry.kind,
    amount_cents: toCents(entry.amountMicroCents),
    balance_cents: toCents(entry.balanceMicroCents),
    created_at: timeOf(entry.createdAt),
    charge: charge && {
      key_id: charge.keyId,
      saved_tokens: charge.savedTokens,
      price: charge.priceName,
      usd_per_million_tokens: charge.microDollarsPerMillion / 1_000_000,
      share_percent: charge.sharePercent,
      full_fee_cents: toCents(charge.fullMicroCents),
    },
  }
}

/** The result of a ledger check in the format of the API. */
export function findingRow(finding: LedgerFinding): z.output<typeof LEDGER_FINDING> {
  return {
    account: finding.accountName,
    entries: finding.entries,
    budget_cents: toCents(finding.budgetMicroCents),
    owed_cents: toCents(finding.owedMicroCents),
    problems: [...finding.problems],
  }
}

function timeOf(time: number): string {
  return new Date(time).toISOString()
}

/** A deletion in the format of the API and the command. */
export function deletedAccountRow(deleted: DeletedAccount): z.output<typeof DELETED_ACCOUNT> {
  return {
    account: deleted.name,
    deleted: true,
    keys: deleted.keys,
    credentials: deleted.credentials,
    sessions: deleted.sessions,
    usage_rows: deleted.usageRows,
    requests: deleted.turns,
    objects: deleted.objects,
    kept_ledger_entries: deleted.ledgerEntries,
    kept_owed_cents: toCents(deleted.owedMicroCents),
  }
}
