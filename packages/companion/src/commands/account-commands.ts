import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { UsageError } from './usage-error.ts'

/** Time limit for the check of the server. */
const CHECK_MS = 10_000

/** Adds `login` and `logout`. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  program
    .command('login')
    .description('Store the address of a server and your key, after a check with the server.')
    .option('--server <address>', 'base address of the server (default: PLEAT_SERVER, or http://127.0.0.1:8080)')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nThe key is read from PLEAT_KEY, or from standard input.\n\nExample:\n  pleat login --server http://127.0.0.1:8080',
    )
    .action((options: { server?: string }) => login(context, options.server))
  program
    .command('logout')
    .description('Remove the stored address and key.')
    .option('--json', 'print one line of JSON')
    .action(async () => {
      const { findAccount, removeAccount } = await import('../config/account.ts')
      const isRemoved = removeAccount(context.paths)
      const { account: left } = findAccount(context.paths, context.variables)
      if (left) {
        context.output.note(`warning: PLEAT_SERVER and PLEAT_KEY are set; commands continue to use ${left.server}`)
      }
      const done = left ? 'Logged out.' : 'Logged out: nothing leaves this machine from now on.'
      context.output.result({ removed: isRemoved }, () =>
        isRemoved ? done : 'No account is stored; nothing to remove.',
      )
    })
}

async function login(context: CommandContext, given: string | undefined): Promise<void> {
  const { checkKey, writeAccount } = await import('../config/account.ts')
  const { DEFAULT_SERVER, isUnencrypted, parseServer } = await import('../config/server-address.ts')
  const { checkServer } = await import('../service/check-server.ts')
  const server = withUsageError('--server', () =>
    parseServer(given ?? (context.variables.PLEAT_SERVER?.trim() || DEFAULT_SERVER)),
  )
  if (isUnencrypted(server)) {
    context.output.note(
      `warning: ${server} is plain http to another machine: key and transcripts are not encrypted. Use https://`,
    )
  }
  const typed = context.variables.PLEAT_KEY?.trim() || (await context.readSecret(`Key for ${server}:`))
  if (!typed.trim()) throw new UsageError('no key was given; "pleat login" reads it from standard input or PLEAT_KEY')
  const key = withUsageError('the key is not valid', () => checkKey(typed))
  const state = await checkServer({ server, key }, CHECK_MS)
  if (state.version === undefined || state.key === 'unknown') throw new Error(`${server}: ${state.problem}`)
  if (state.key === 'not checked') {
    throw new Error(`${server}: ${state.problem}; the key was not checked and not stored; log in again later`)
  }
  writeAccount(context.paths, { server, key })
  if (state.problem) {
    context.output.note(`note: ${state.problem}; until this changes, transcripts are compressed on this machine`)
  }
  context.output.result({ server, version: state.version, plan: state.plan ?? null }, () =>
    [
      `Logged in to ${server} (Pleat ${state.version}${state.plan ? `, plan ${state.plan}` : ''}).`,
      'Transcripts to be compressed now go to this server. "--local" sends nothing; "pleat logout" removes the key.',
    ].join('\n'),
  )
}

/** The result of `read`. Its error becomes a UsageError about `what`. */
function withUsageError<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${what}: ${error instanceof Error ? error.message : 'not understood'}`)
  }
}
