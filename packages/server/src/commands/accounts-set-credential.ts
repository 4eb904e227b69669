import { type Command, Option } from 'commander'
import type { Config } from '../config/config.ts'
import { labelOf, PROVIDER_NAMES } from '../config/providers.ts'
import { readSecrets } from '../config/secrets.ts'
import { sealingSecrets } from '../money/check-secret.ts'
import { createCredentialVault } from '../money/credentials.ts'
import { requireAccount } from './account-name.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { UsageError } from './usage-error.ts'

interface SetCredentialOptions {
  readonly provider: string
  readonly fromEnv?: string
  readonly remove?: boolean
}

/** Adds `accounts set-credential`. The credential is never an argument, because every process can read arguments. */
export function addAccountsSetCredential(accounts: Command, context: CommandContext): void {
  accounts
    .command('set-credential')
    .description("Store a provider key for an account. Its requests then use that key and not the server's.")
    .argument('<account>', 'name of the account')
    .requiredOption(
      '--provider <provider>',
      `upstream of the key: ${PROVIDER_NAMES.join(', ')}, or the name of an upstream in PLEAT_UPSTREAMS`,
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
        requireUpstream(options, config)
        const account = await requireAccount(store.keys, accountName)
        const credential = options.remove ? undefined : await readCredential(context, options)
        if (credential === undefined) await store.credentials.set(account.id, provider, undefined)
        else {
          // Only the first credential may generate the secret: later ones need the secret that sealed the earlier ones.
          const generates = (await store.credentials.list()).length === 0
          const secrets = sealingSecrets(readSecrets(context.variables, config.dataDir, { generates }))
          await createCredentialVault({ store: store.credentials, ...secrets }).set(account.id, provider, credential)
        }
        const status = credential === undefined ? 'removed' : 'set'
        context.output.result({ account: account.name, provider, credential: status }, () => {
          return `The ${labelOf(provider)} credential of ${account.name} is ${status}. A running server applies it within ten seconds.`
        })
      })
    })
}

/**
 * Checks that an upstream of that name takes keys. A removal is always allowed, because the upstream may be gone.
 * @throws {UsageError}
 */
function requireUpstream({ provider, remove }: SetCredentialOptions, { upstreams }: Config): void {
  const names = upstreams.filter(({ hasKey }) => hasKey).map(({ name }) => name)
  if (remove || names.includes(provider)) return
  throw new UsageError(`--provider must be an upstream that takes keys (${names.join(', ')}), not "${provider}"`)
}

async function readCredential(
  context: CommandContext,
  { provider, fromEnv }: SetCredentialOptions,
): Promise<string | undefined> {
  const prompt = `Paste the ${labelOf(provider)} key and press Enter (it is not shown):`
  const credential =
    fromEnv === undefined ? await context.readSecretInput(prompt) : (context.variables[fromEnv]?.trim() ?? '')
  const source = fromEnv === undefined ? 'standard input' : `the variable ${fromEnv}`
  if (credential === '') throw new UsageError(`${source} is empty; it must contain the key`)
  if (!/^[\x21-\x7e]+$/.test(credential)) {
    throw new UsageError(`${source} does not contain a key: a key is printable ASCII characters without spaces`)
  }
  return credential
}
