import type { Command } from 'commander'
import { toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatTable, formatTime } from './output.ts'

/** Adds `accounts list`. */
export function addAccountsList(accounts: Command, context: CommandContext): void {
  accounts
    .command('list')
    .description('List the accounts with their plans, budgets and which provider credentials they have.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server accounts list')
    .action(async () => {
      const rows = await withStore(context, (store) => store.keys.listAccounts())
      const value = rows.map((row) => ({
        id: row.id,
        account: row.name,
        plan: row.plan,
        budget_cents: toCents(row.budgetMicroCents),
        credentials: row.credentials,
        created_at: new Date(row.createdAt).toISOString(),
      }))
      context.output.result({ accounts: value }, () => {
        if (rows.length === 0) return 'No accounts yet. Make one: pleat-server keys create --account NAME'
        const head = ['ACCOUNT', 'PLAN', 'BUDGET (CENTS)', 'OWN CREDENTIALS', 'CREATED', 'ID']
        const cells = rows.map((row) => [
          row.name,
          row.plan,
          toCents(row.budgetMicroCents),
          row.credentials.join(', ') || '-',
          formatTime(row.createdAt),
          row.id,
        ])
        return formatTable(head, cells)
      })
    })
}
