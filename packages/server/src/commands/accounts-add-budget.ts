import type { Command } from 'commander'
import { accountRow } from '../openapi/account-schemas.ts'
import { unknownAccount } from './account-name.ts'
import { parseCents, toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'

/** Adds `accounts add-budget`. */
export function addAccountsAddBudget(accounts: Command, context: CommandContext): void {
  accounts
    .command('add-budget')
    .description(
      "Add to the TUL 1.0 budget of an account. It pays for transcript views and does not limit the provider's bill.",
    )
    .argument('<account>', 'its name')
    .argument('<cents>', 'amount in cents, such as 250 or 12.5')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server accounts add-budget bench 250')
    .action(async (name: string, cents: string) => {
      const microCents = parseCents(cents, '<cents>')
      const account = await withStore(context, async (store) => {
        const outcome = await store.accounts.addBudget(name, microCents)
        if (outcome?.kind !== 'added') throw await unknownAccount(store.keys, name)
        return outcome.account
      })
      context.output.result(accountRow(account), () => {
        return `Added ${toCents(microCents)} cents: ${account.name} has ${toCents(account.budgetMicroCents)} cents for transcript views.`
      })
    })
}
