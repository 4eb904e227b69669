import type { Command } from 'commander'
import { listedAccountRow } from '../openapi/account-schemas.ts'
import { toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatTable, formatTime } from './output.ts'

/** Adds `accounts list`. */
export function addAccountsList(accounts: Command, context: CommandContext): void {
  accounts
    .command('list')
    .description('List the accounts with their plans, TUL 1.0 budgets, and the providers that they have keys for.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server accounts list')
    .action(async () => {
      const rows = await withStore(context, (store) => store.keys.listAccounts())
      context.output.result({ accounts: rows.map(listedAccountRow) }, () => {
        if (rows.length === 0) return 'No accounts yet. Create one: pleat-server accounts create NAME'
        const head = ['ACCOUNT', 'PLAN', 'TUL 1.0 BUDGET (CENTS)', 'OWED (CENTS)', 'OWN CREDENTIALS', 'CREATED', 'ID']
        const cells = rows.map((row) => [
          row.name,
          row.plan,
          toCents(row.budgetMicroCents),
          toCents(row.owedMicroCents),
          row.credentials.join(', ') || '-',
          formatTime(row.createdAt),
          row.id,
        ])
        return formatTable(head, cells)
      })
    })
}
