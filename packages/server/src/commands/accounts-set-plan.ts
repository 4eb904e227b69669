import { Argument, type Command } from 'commander'
import type { Plan } from '../money/account.ts'
import { accountRow } from '../openapi/account-schemas.ts'
import { unknownAccount } from './account-name.ts'
import { type CommandContext, withStore } from './command-context.ts'

/** Adds `accounts set-plan`. */
export function addAccountsSetPlan(accounts: Command, context: CommandContext): void {
  accounts
    .command('set-plan')
    .description('Change the plan of an account. A running server applies it with the next request.')
    .argument('<account>', 'its name')
    .addArgument(new Argument('<plan>', 'its new plan').choices(['free', 'pro']))
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server accounts set-plan bench pro')
    .action(async (name: string, plan: Plan) => {
      const account = await withStore(context, async (store) => {
        const changed = await store.accounts.setPlan(name, plan)
        if (!changed) throw await unknownAccount(store.keys, name)
        return changed
      })
      context.output.result(accountRow(account), () => `${account.name} is now on plan ${account.plan}.`)
    })
}
