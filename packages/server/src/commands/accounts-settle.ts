import type { Command } from 'commander'
import { accountRow } from '../openapi/account-schemas.ts'
import { unknownAccount } from './account-name.ts'
import { parseCents, toCents } from './cents.ts'
import { type CommandContext, withStore } from './command-context.ts'

/** Adds `accounts settle`. */
export function addAccountsSettle(accounts: Command, context: CommandContext): void {
  accounts
    .command('settle')
    .description("Record a payment against an account's balance.")
    .argument('<account>', 'its name')
    .argument('<cents>', 'amount in cents, such as 250 or 12.5; "all" for the whole amount owed')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server accounts settle bench 250')
    .action(async (name: string, cents: string) => {
      const amount = cents === 'all' ? 'all' : parseCents(cents, '<cents>')
      const settled = await withStore(context, async (store) => {
        const outcome = await store.accounts.settle(name, amount)
        if (outcome?.kind === 'settled') return outcome
        if (outcome?.kind === 'too-much') {
          const owed = `${toCents(outcome.owedMicroCents)} cents`
          throw new Error(`${name} owes only ${owed}; nothing was recorded. Use an amount up to that, or "all"`)
        }
        throw await unknownAccount(store.keys, name)
      })
      const { account, microCents } = settled
      context.output.result(accountRow(account), () => {
        return `Settled ${toCents(microCents)} cents: ${account.name} owes ${toCents(account.owedMicroCents)} cents.`
      })
    })
}
