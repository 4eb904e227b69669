import { type Command, Option } from 'commander'
import { issueKey } from '../gate/issue-key.ts'
import type { KeyRow } from '../gate/key-port.ts'
import type { Plan } from '../money/account.ts'
import { keyRow } from '../openapi/key-schemas.ts'
import { readAccountName } from './account-name.ts'
import { parseCents, toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { addKeyOptions, type KeyOptions, readKeyOptions } from './key-options.ts'
import { describeLimits } from './key-text.ts'

interface CreateOptions extends KeyOptions {
  readonly account: string
  readonly plan?: Plan
  readonly budgetCents?: string
}

const NOTHING_SPENT = { today: new Map(), thisMonth: new Map() }

/** Adds `keys create`. */
export function addKeysCreate(keys: Command, context: CommandContext): void {
  const command = keys
    .command('create')
    .description('Issue a key. It is shown once; only its hash is stored.')
    .requiredOption('--account <name>', 'account of the key; created if it does not exist')
    .addOption(new Option('--plan <plan>', "set the account's plan").choices(['free', 'pro']))
    .option(
      '--budget-cents <amount>',
      "set the account's TUL 1.0 budget for transcript views, in cents such as 250 or 12.5; it does not limit the provider's bill",
    )
  addKeyOptions(command)
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nExample:\n  pleat-server keys create --account bench --rpm 600 --spending-limit-cents 5000',
    )
    .action(async (options: CreateOptions) => {
      const now = Date.now()
      const request = {
        account: readAccountName(options.account, '--account'),
        ...(options.plan && { plan: options.plan }),
        ...(options.budgetCents !== undefined && { budgetMicroCents: parseCents(options.budgetCents) }),
        changes: readKeyOptions(options, now),
      }
      await withStore(context, async (store, config) => {
        const { key, row, account } = await issueKey(store.keys, request)
        const value = {
          key,
          ...keyRow(row, { now, bills: NOTHING_SPENT }),
          budget_cents: toCents(account.budgetMicroCents),
          requests_per_minute: row.requestsPerMinute ?? config.requestsPerMinute,
        }
        context.output.result(value, () => describeKey(value, row))
      })
    })
}

function describeKey(
  value: { key: string; account: string; plan: Plan; budget_cents: number; requests_per_minute: number },
  row: KeyRow,
): string {
  return [
    value.key,
    '',
    `  Account              ${value.account} (${value.plan}, TUL 1.0 budget ${value.budget_cents} cents)`,
    `  Requests per minute  ${value.requests_per_minute}`,
    ...describeLimits(row),
    `  Id                   ${row.id}`,
    '',
    'Copy the key now: it is not stored and cannot be shown again.',
  ].join('\n')
}
