import { type Command, Option } from 'commander'
import type { Plan } from '../money/account.ts'
import { accountRow } from '../openapi/account-schemas.ts'
import { readAccountName } from './account-name.ts'
import { parseCents, toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { shellWord } from './shell-word.ts'

/** Adds `accounts create`. */
export function addAccountsCreate(accounts: Command, context: CommandContext): void {
  accounts
    .command('create')
    .description('Create an account, without a key.')
    .argument('<account>', 'its name')
    .addOption(new Option('--plan <plan>', 'its plan').choices(['free', 'pro']).default('free'))
    .option('--budget-cents <amount>', 'its TUL 1.0 budget for transcript views, in cents such as 250 or 12.5', '0')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server accounts create bench --plan free --budget-cents 250')
    .action(async (typed: string, options: { plan: Plan; budgetCents: string }) => {
      const name = readAccountName(typed, '<account>')
      const budgetMicroCents = parseCents(options.budgetCents)
      const account = await withStore(context, (store) =>
        store.accounts.create({ name, plan: options.plan, budgetMicroCents }),
      )
      if (!account)
        throw new Error(`account "${name}" already exists; see: pleat-server accounts show ${shellWord(name)}`)
      context.output.result(accountRow(account), () => {
        const budget = `budget ${toCents(account.budgetMicroCents)} cents`
        const next = `pleat-server keys create --account ${shellWord(name)}`
        return `Created ${name} (${account.plan}, ${budget}). A key for it: ${next}`
      })
    })
}
