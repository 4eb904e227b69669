import type { Command } from 'commander'
import { deletedAccountRow } from '../openapi/account-schemas.ts'
import { unknownAccount } from './account-name.ts'
import { toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatCounts } from './output.ts'
import { UsageError } from './usage-error.ts'

/** Adds `accounts delete`. */
export function addAccountsDelete(accounts: Command, context: CommandContext): void {
  accounts
    .command('delete')
    .description('Delete an account with its keys, credentials, sessions, tag clouds, usage and objects.')
    .argument('<account>', 'its name')
    .option('--yes', 'delete it; this cannot be undone')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      [
        '',
        'The entries of its ledger are kept for the books, without its name, its id and its keys.',
        '',
        'Example:',
        '  pleat-server accounts delete bench --yes',
      ].join('\n'),
    )
    .action(async (name: string, options: { yes?: boolean }) => {
      if (!options.yes)
        throw new UsageError(`nothing was deleted; add --yes to delete the account "${name}" permanently`)
      const deleted = await withStore(context, async (store) => {
        const found = await store.accounts.delete(name)
        if (found) return found
        throw await unknownAccount(store.keys, name)
      })
      context.output.result(deletedAccountRow(deleted), () => {
        const { keys, credentials, sessions, objects, usageRows, turns, ledgerEntries } = deleted
        const counts = formatCounts({
          keys,
          credentials,
          sessions,
          objects,
          'usage rows': usageRows,
          requests: turns,
        })
        return [
          `Deleted account ${name}: ${counts}.`,
          `Ledger entries kept without its name: ${ledgerEntries}. Amount owed according to them: ${toCents(deleted.owedMicroCents)} cents.`,
        ].join('\n')
      })
    })
}
