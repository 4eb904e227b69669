import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { UsageError } from './usage-error.ts'

/** A server that takes longer to say who it is will not do. */
const CHECK_MS = 10_000

/** Adds `login` and `logout`. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  program
    .command('login')
    .description('Store the address of a server and your key, after a check with the server.')
    .option('--server <address>', 'base address of the server')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nThe key is read from standard input.\n\nExample:\n  pleat login --server http://127.0.0.1:8080',
    )
    .action((options: { server?: string }) => login(context, options.server))
  program
    .command('logout')
    .description('Remove the stored address and key.')
    .option('--json', 'print one line of JSON')
    .action(async () => {
      const { removeAccount } = await import('../config/account.ts')
      const isRemoved = removeAccount(context.places)
      context.output.result({ removed: isRemoved }, () =>
        isRemoved ? 'Logged out: nothing leaves this machine from now on.' : 'There was no account to remove.',
      )
    })
}

async function login(context: CommandContext, given: string | undefined): Promise<void> {
  const { checkKey, writeAccount } = await import('../config/account.ts')
  const { DEFAULT_SERVER, isReadableOnTheWay, parseServer } = await import('../config/server-address.ts')
  const { checkServer } = await import('../service/check-server.ts')
  const server = wrongUseOf('--server', () => parseServer(given ?? context.variables.PLEAT_SERVER ?? DEFAULT_SERVER))
  if (isReadableOnTheWay(server)) {
    context.output.note(
      `warning: ${server} is plain http to another machine: key and transcripts can be read on the way`,
    )
  }
  const typed = context.variables.PLEAT_KEY ?? (await context.readSecret(`Key for ${server}:`))
  if (!typed.trim()) throw new UsageError(`no key was given: "pleat login" reads it from standard input`)
  const key = wrongUseOf('the key is not valid', () => checkKey(typed))
  const state = await checkServer({ server, key }, CHECK_MS)
  if (state.version === undefined || state.key === 'unknown') throw new Error(`${server}: ${state.problem}`)
  writeAccount(context.places, { server, key })
  if (state.problem)
    context.output.note(`note: ${state.problem}; until then, transcripts are compressed on this machine`)
  context.output.result({ server, version: state.version, plan: state.plan ?? null }, () =>
    [
      `Logged in to ${server} (Pleat ${state.version}${state.plan ? `, plan ${state.plan}` : ''}).`,
      'From now on transcripts to be compressed go to this server. "--local" never sends; "pleat logout" ends it.',
    ].join('\n'),
  )
}

function wrongUseOf<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${what}: ${error instanceof Error ? error.message : 'not understood'}`)
  }
}
