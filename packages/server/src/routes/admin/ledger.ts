import { z } from 'zod'
import type { LedgerEntry, LedgerStore } from '../../money/ledger-port.ts'
import { findingRow, LEDGER_ENTRY, LEDGER_FINDING, ledgerRow } from '../../openapi/account-schemas.ts'
import { queryCount } from '../../openapi/field.ts'
import { foundAccount } from './accounts.ts'
import { adminRoute } from './admin-route.ts'

export const LEDGER_PAGE = z.object({
  limit: queryCount(1000, 'must be a whole number from 1 to 1000')
    .optional()
    .describe('Number of entries; default 100.'),
  before: queryCount(Number.MAX_SAFE_INTEGER, 'must be a sequence number')
    .optional()
    .describe('Only entries with a lower sequence number.'),
})

/** A page of the ledger of an account, newest first. */
export function readLedger(
  { store }: { readonly store: { readonly ledger: Pick<LedgerStore, 'list'> } },
  accountId: string,
  { limit = 100, before }: z.output<typeof LEDGER_PAGE>,
): Promise<readonly LedgerEntry[]> {
  return store.ledger.list(accountId, { limit, ...(before !== undefined && { before }) })
}

/** The ledger and its check. */
export const LEDGER_ROUTES = [
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/accounts/:account/ledger',
      name: 'listLedger',
      summary: "List every change of an account's budget and amount owed, newest first.",
      query: LEDGER_PAGE,
      answers: { 200: { description: 'The entries.', body: z.object({ entries: z.array(LEDGER_ENTRY) }) } },
    },
    async ({ store }, { params, query }) => {
      const { id } = foundAccount(await store.keys.findAccount(params.account!))
      return { entries: (await readLedger({ store }, id, query)).map(ledgerRow) }
    },
  ),
  adminRoute(
    {
      method: 'GET',
      path: '/admin/v1/ledger/verify',
      name: 'verifyLedger',
      summary: 'Check that every ledger balances.',
      answers: {
        200: {
          description: 'The findings; `ok` is true if every ledger balances.',
          body: z.object({ ok: z.boolean(), accounts: z.array(LEDGER_FINDING) }),
        },
      },
    },
    async ({ store }) => {
      const findings = await store.ledger.verify()
      return { ok: findings.every(({ problems }) => problems.length === 0), accounts: findings.map(findingRow) }
    },
  ),
]
