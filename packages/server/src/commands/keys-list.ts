import type { Command } from 'commander'
import type { KeyRow } from '../gate/key-port.ts'
import { type KeyBills, readKeyBills } from '../money/key-bills.ts'
import { keyRow, stateOf } from '../openapi/key-schemas.ts'
import { toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { describeSpending } from './key-text.ts'
import { formatTable, formatTime } from './output.ts'

/** Adds `keys list`. */
export function addKeysList(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .description('List the keys with their first characters, limits and spending.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys list')
    .action(async () => {
      const now = Date.now()
      const { rows, bills } = await withStore(context, async (store) => {
        return { rows: await store.keys.listKeys(), bills: await readKeyBills(store.usage, now) }
      })
      context.output.result({ keys: rows.map((row) => keyRow(row, { now, bills })) }, () => {
        if (rows.length === 0) return 'No keys yet. Create one: pleat-server keys create --account NAME'
        return describe(rows, bills, now)
      })
    })
}

const HEAD = [
  'ID',
  'KEY',
  'ACCOUNT',
  'PLAN',
  'REQUESTS/MIN',
  'MODELS',
  'SPENDING LIMIT',
  'SPENT TODAY (CENTS)',
  'THIS MONTH (CENTS)',
  'MODE',
  'TAGS',
  'CREATED',
  'STATE',
]

function describe(rows: readonly KeyRow[], bills: KeyBills, now: number): string {
  const cells = rows.map((row) => [
    row.id,
    `${row.preview}...`,
    row.accountName,
    row.plan,
    row.requestsPerMinute === null ? 'default' : String(row.requestsPerMinute),
    row.models.join(', ') || 'all',
    row.spending ? describeSpending(row.spending) : 'none',
    toCents(bills.today.get(row.id) ?? 0),
    toCents(bills.thisMonth.get(row.id) ?? 0),
    row.mode ?? 'default',
    row.tags.join(', ') || '-',
    formatTime(row.createdAt),
    describeState(row, now),
  ])
  return formatTable(HEAD, cells)
}

function describeState(row: KeyRow, now: number): string {
  const state = stateOf(row, now)
  if (state === 'revoked') return `revoked ${formatTime(row.revokedAt!)}`
  if (state === 'expired') return `expired ${formatTime(row.expiresAt!)}`
  if (state === 'live' && row.expiresAt !== null) return `live until ${formatTime(row.expiresAt)}`
  return state
}
