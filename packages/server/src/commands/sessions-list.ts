import type { Command } from 'commander'
import { sessionRow } from '../openapi/session-schemas.ts'
import { requireAccount } from './account-name.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatTable, formatTime } from './output.ts'
import { readCount } from './read-count.ts'

/** Adds `sessions list`. */
export function addSessionsList(sessions: Command, context: CommandContext): void {
  sessions
    .command('list')
    .description('List the sessions, most recently used first. A session of one turn is not stored.')
    .option('--account <name>', 'only this account')
    .option('--limit <count>', 'number of sessions', '50')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server sessions list --account bench')
    .action(async (options: { account?: string; limit: string }) => {
      const limit = readCount(options.limit, { option: '--limit', most: 100_000 })
      const accountName = options.account
      const rows = await withStore(context, async (store) => {
        if (accountName !== undefined) await requireAccount(store.keys, accountName)
        return await store.sessions.list({ accountName, limit })
      })
      context.output.result({ sessions: rows.map(sessionRow) }, () => {
        if (rows.length === 0) return 'No sessions yet. A session is stored from its second turn on.'
        const head = ['SESSION', 'ACCOUNT', 'TURNS', 'REQUESTS', 'ORIGINAL', 'SAVED', 'LAST USED', 'GENERATED ID']
        const cells = rows.map((row) => [
          row.idHash,
          row.accountName,
          row.turns,
          row.requests,
          row.originalTokens,
          row.savedTokens,
          formatTime(row.lastUsedAt),
          row.generatedId ?? '-',
        ])
        return formatTable(head, cells)
      })
    })
}
