import { type Command, Option } from 'commander'
import { issueKey } from '../gate/issue-key.ts'
import type { Plan } from '../ports.ts'
import { readAccountName } from './account-name.ts'
import { parseCents, toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { WrongUse } from './wrong-use.ts'

/** Adds `keys create`. */
export function addKeysCreate(keys: Command, context: CommandContext): void {
  keys
    .command('create')
    .description('Issue a key. It is shown once; only its hash is stored.')
    .requiredOption('--account <name>', 'account of the key; created if it does not exist')
    .addOption(new Option('--plan <plan>', "set the account's plan").choices(['free', 'pro']))
    .option('--budget-cents <amount>', "set the account's budget in cents, such as 250 or 12.5")
    .option('--rpm <count>', "requests a minute of this key (default: the server's)")
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server keys create --account bench --plan pro --rpm 600')
    .action(async (options: { account: string; plan?: Plan; budgetCents?: string; rpm?: string }) => {
      const wishes = {
        account: readAccountName(options.account, '--account'),
        ...(options.plan && { plan: options.plan }),
        ...(options.budgetCents !== undefined && { budgetMicroCents: parseCents(options.budgetCents) }),
        ...(options.rpm !== undefined && { requestsPerMinute: parseRequestsPerMinute(options.rpm) }),
      }
      await withStore(context, async (store, config) => {
        const { key, row, account } = await issueKey(store.keys, wishes)
        const requestsPerMinute = row.requestsPerMinute ?? config.requestsPerMinute
        const value = {
          key,
          id: row.id,
          account: account.name,
          plan: account.plan,
          budget_cents: toCents(account.budgetMicroCents),
          requests_per_minute: requestsPerMinute,
        }
        context.output.result(value, () => describeKey(value))
      })
    })
}

function describeKey(value: {
  key: string
  id: string
  account: string
  plan: Plan
  budget_cents: number
  requests_per_minute: number
}): string {
  return [
    value.key,
    '',
    `  Account              ${value.account} (${value.plan}, budget ${value.budget_cents} cents)`,
    `  Requests a minute    ${value.requests_per_minute}`,
    `  Id                   ${value.id}`,
    '',
    'Copy the key now: it is not stored and cannot be shown again.',
  ].join('\n')
}

function parseRequestsPerMinute(text: string): number {
  const count = Number(text)
  if (!/^\d{1,10}$/.test(text) || count < 1 || count > 1_000_000_000) {
    throw new WrongUse(`--rpm must be a whole number from 1 to 1000000000, not "${text}"`)
  }
  return count
}
