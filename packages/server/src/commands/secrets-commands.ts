import type { Command } from 'commander'
import { labelOf } from '../config/providers.ts'
import { readSecrets } from '../config/secrets.ts'
import { sealingSecrets } from '../money/check-secret.ts'
import { examineSealed, type SealedState } from '../money/reseal.ts'
import { type CommandContext, withStore } from './command-context.ts'
import { formatCount } from './output.ts'
import { ReportedFailure } from './reported-failure.ts'
import { shellWord } from './shell-word.ts'
import { UsageError } from './usage-error.ts'

/** Adds `secrets check` and `secrets forget`. */
export function addSecrets(program: Command, context: CommandContext): void {
  const secrets = program
    .command('secrets')
    .description("Check that the server's secret opens all sealed data, and remove data that it does not open.")
    .addHelpText('after', '\nExample:\n  pleat-server secrets check')
  secrets
    .command('check')
    .description('Open all sealed credentials and tag clouds. Exits with 1 if a credential does not open.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server secrets check')
    .action(async () => {
      const { state, unreadable } = await examine(context, false)
      context.output.result(stateRow(state, unreadable), () => describeState(state, unreadable).join('\n'))
      if (unreadable.length > 0) throw new ReportedFailure()
    })
  secrets
    .command('forget')
    .description('Remove the credentials and tag clouds that no configured secret opens, after a secret was lost.')
    .option('--yes', 'remove them; this cannot be undone')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat-server secrets forget --yes')
    .action(async ({ yes = false }: { yes?: boolean }) => {
      const { state, unreadable } = await examine(context, yes)
      const removed = { credentials: unreadable.length, clouds: state.clouds.unreadable }
      if (!yes && removed.credentials + removed.clouds > 0) {
        const what = `${removed.credentials} credentials and ${removed.clouds} tag clouds that do not open`
        throw new UsageError(`nothing was removed; add --yes to remove ${what} permanently`)
      }
      context.output.result({ removed_credentials: unreadable, removed_clouds: removed.clouds }, () => {
        const lines = [`Removed ${removed.credentials} credentials and ${removed.clouds} tag clouds that do not open.`]
        const again = unreadable.map(({ account, provider }) => {
          return `  pleat-server accounts set-credential ${shellWord(account)} --provider ${shellWord(provider)}`
        })
        return [...lines, ...(again.length > 0 ? ['Set the credentials again:', ...again] : [])].join('\n')
      })
    })
}

interface Unreadable {
  readonly account: string
  readonly provider: string
}

async function examine(context: CommandContext, removesUnreadable: boolean) {
  return await withStore(context, async (store, { dataDir }) => {
    const secrets = sealingSecrets(readSecrets(context.variables, dataDir, { generates: false }))
    const names = new Map((await store.keys.listAccounts()).map(({ id, name }) => [id, name]))
    const state = await examineSealed(store, secrets, { reseals: false, removesUnreadable })
    const unreadable: Unreadable[] = state.credentials.unreadable.map(({ accountId, provider }) => ({
      account: names.get(accountId) ?? accountId,
      provider,
    }))
    return { state, unreadable }
  })
}

function stateRow({ credentials, clouds }: SealedState, unreadable: readonly Unreadable[]): object {
  return {
    ok: unreadable.length === 0,
    credentials: { total: credentials.total, outdated: credentials.outdated, unreadable },
    clouds,
  }
}

function describeState({ credentials, clouds }: SealedState, unreadable: readonly Unreadable[]): string[] {
  const outdated = credentials.outdated + clouds.outdated
  return [
    `Credentials: ${formatCount(credentials.total)}, of which ${formatCount(unreadable.length)} do not open.`,
    ...unreadable.map(({ account, provider }) => `  ${labelOf(provider)} of ${account}`),
    `Tag clouds: ${formatCount(clouds.total)}, of which ${formatCount(clouds.unreadable)} do not open; they are rebuilt.`,
    ...(outdated > 0
      ? [
          `${formatCount(outdated)} open with a previous secret. The next start of the server seals them with the current one.`,
        ]
      : []),
    ...(unreadable.length > 0
      ? ['Set PLEAT_SECRET_PREVIOUS to the secret that sealed them, or remove them with: pleat-server secrets forget']
      : []),
  ]
}
