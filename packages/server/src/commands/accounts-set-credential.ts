import { type Command, Option } from 'commander'
import { PROVIDER_NAMES, PROVIDERS } from '../config/providers.ts'
import { readSecrets } from '../config/secrets.ts'
import { sealingSecrets } from '../money/check-secret.ts'
import { createCredentialVault } from '../money/credentials.ts'
import type { Provider } from '../ports.ts'
import { unknownAccount } from './account-name.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { WrongUse } from './wrong-use.ts'

interface SetCredentialOptions {
  readonly provider: Provider
  readonly fromEnv?: string
  readonly remove?: boolean
}

/** Adds `accounts set-credential`. The credential never is an argument: arguments are seen by every process. */
export function addAccountsSetCredential(accounts: Command, context: CommandContext): void {
  accounts
    .command('set-credential')
    .description("Give an account a provider key of its own, used for its requests instead of the server's.")
    .argument('<account>', 'name of the account')
    .addOption(
      new Option('--provider <provider>', 'provider of the key').choices([...PROVIDER_NAMES]).makeOptionMandatory(),
    )
    .addOption(
      new Option('--from-env <name>', 'read the key from this variable instead of standard input').conflicts('remove'),
    )
    .option('--remove', "remove the key; the server's own key is used again")
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      `\nExample:\n  pleat-server accounts set-credential bench --provider ${PROVIDER_NAMES[0]} < key.txt`,
    )
    .action(async (accountName: string, options: SetCredentialOptions) => {
      const { provider } = options
      await withStore(context, async (store, config) => {
        const account = await store.keys.findAccount(accountName)
        if (!account) throw await unknownAccount(store.keys, accountName)
        const credential = options.remove ? undefined : await readCredential(context, options)
        const secrets = sealingSecrets(readSecrets(context.variables, config.dataDir))
        await createCredentialVault({ store: store.credentials, ...secrets }).set(account.id, provider, credential)
        const status = credential === undefined ? 'removed' : 'set'
        context.output.result({ account: account.name, provider, credential: status }, () => {
          const whose = `${PROVIDERS[provider].label} credential of ${account.name}`
          return `The ${whose} is ${status}. A running server applies it within ten seconds.`
        })
      })
    })
}

async function readCredential(
  context: CommandContext,
  { provider, fromEnv }: SetCredentialOptions,
): Promise<string | undefined> {
  const prompt = `Paste the ${PROVIDERS[provider].label} key and press Enter (it is not shown):`
  const credential =
    fromEnv === undefined ? await context.readSecretInput(prompt) : (context.variables[fromEnv]?.trim() ?? '')
  const source = fromEnv === undefined ? 'standard input' : `the variable ${fromEnv}`
  if (credential === '') throw new WrongUse(`${source} holds no credential`)
  if (!/^[\x21-\x7e]+$/.test(credential)) {
    throw new WrongUse(`${source} holds no valid credential: it must be printable ASCII characters without spaces`)
  }
  return credential
}
