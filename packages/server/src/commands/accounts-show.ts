import type { Command } from 'commander'
import type { KeyRow } from '../gate/key-port.ts'
import type { Account } from '../money/account.ts'
import { readKeyBills } from '../money/key-bills.ts'
import type { LedgerEntry } from '../money/ledger-port.ts'
import { accountRow, ledgerRow } from '../openapi/account-schemas.ts'
import { keyRow } from '../openapi/key-schemas.ts'
import { requireAccount } from './account-name.ts'
import { toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatTable, formatTime } from './output.ts'
import { UsageError } from './usage-error.ts'

/** Adds `accounts show`. */
export function addAccountsShow(accounts: Command, context: CommandContext): void {
  accounts
    .command('show')
    .description(
      'Show one account: plan, TUL 1.0 budget, amount owed for transcript views, keys and the newest ledger entries.',
    )
    .argument('<account>', 'its name')
    .option('--entries <count>', 'number of ledger entries', '10')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server accounts show bench')
    .action(async (name: string, options: { entries: string }) => {
      const limit = parseEntries(options.entries)
      const now = Date.now()
      const shown = await withStore(context, async (store) => {
        const account = await requireAccount(store.keys, name)
        const keys = (await store.keys.listKeys()).filter(({ accountId }) => accountId === account.id)
        const bills = await readKeyBills(store.usage, now)
        return { account, keys, bills, entries: await store.ledger.list(account.id, { limit }) }
      })
      const { account, keys, bills, entries } = shown
      const value = {
        ...accountRow(account),
        keys: keys.map((row) => keyRow(row, { now, bills })),
        ledger: entries.map(ledgerRow),
      }
      context.output.result(value, () => describe(account, keys, entries))
    })
}

function parseEntries(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new UsageError(`--entries must be a whole number from 0 to 9999, not "${text}"`)
}

function describe(account: Account, keys: readonly KeyRow[], entries: readonly LedgerEntry[]): string {
  const live = keys.filter(({ revokedAt }) => revokedAt === null).length
  const lines = [
    `${account.name} (${account.id})`,
    '',
    `  Plan              ${account.plan}`,
    `  TUL 1.0 budget    ${toCents(account.budgetMicroCents)} cents`,
    `  Owed for TUL 1.0  ${toCents(account.owedMicroCents)} cents`,
    `  Keys              ${live} live, ${keys.length - live} revoked`,
    `  Created           ${formatTime(account.createdAt)}`,
  ]
  if (entries.length === 0) return [...lines, '', 'Its ledger is empty.'].join('\n')
  const head = ['NO', 'TIME', 'ENTRY', 'AMOUNT (CENTS)', 'BALANCE (CENTS)', 'TOKENS SAVED', 'PRICE']
  const cells = entries.map((entry) => [
    String(entry.sequence),
    formatTime(entry.createdAt),
    entry.book === 'owed' ? `${entry.kind} (owed)` : entry.kind,
    toCents(entry.amountMicroCents),
    toCents(entry.balanceMicroCents),
    entry.charge ? String(entry.charge.savedTokens) : '-',
    entry.charge?.priceName ?? '-',
  ])
  return [...lines, '', formatTable(head, cells)].join('\n')
}
