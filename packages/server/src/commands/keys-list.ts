import type { Command } from 'commander'
import { keyRow } from '../openapi/account-schemas.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatTable, formatTime } from './output.ts'

/** Adds `keys list`. */
export function addKeysList(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .description('List the keys by their first characters; the keys themselves are not stored.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys list')
    .action(async () => {
      const rows = await withStore(context, (store) => store.keys.listKeys())
      context.output.result({ keys: rows.map(keyRow) }, () => {
        if (rows.length === 0) return 'No keys yet. Create one: pleat-server keys create --account NAME'
        const head = ['ID', 'KEY', 'ACCOUNT', 'PLAN', 'REQUESTS/MIN', 'CREATED', 'STATE']
        const cells = rows.map((row) => [
          row.id,
          `${row.preview}...`,
          row.accountName,
          row.plan,
          row.requestsPerMinute === null ? 'default' : String(row.requestsPerMinute),
          formatTime(row.createdAt),
          row.revokedAt === null ? 'live' : `revoked ${formatTime(row.revokedAt)}`,
        ])
        return formatTable(head, cells)
      })
    })
}
