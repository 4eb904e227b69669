import { Command } from 'commander'
import { VERSION } from '../config/version.ts'
import { addAccountCommands } from './account-commands.ts'
import type { CommandContext } from './command-context.ts'
import { addCompress } from './compress.ts'
import { addEnv } from './env.ts'
import { addInstallCommands } from './install-commands.ts'
import { addRun } from './run.ts'
import { addStatus } from './status.ts'

/** Commands that use the account, other than `login`, which reads each of the variables. */
const WITH_ACCOUNT: readonly string[] = ['status', 'run', 'env', 'compress', 'mcp']

/** The command line program. It throws commander's errors and prints none. Commands load their modules on use. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('pleat')
    .description('Shorten long conversations with language models, to save input tokens.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .enablePositionalOptions()
    .addHelpText('after', '\nExample:\n  pleat run -- claude')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
  program.hook('preAction', async (_, command) => {
    if (!WITH_ACCOUNT.includes(command.name())) return
    const { ignoredVariable } = await import('../config/account.ts')
    const ignored = ignoredVariable(context.variables)
    if (ignored !== undefined) context.output.note(`note: ${ignored}`)
  })
  addAccountCommands(program, context)
  addStatus(program, context)
  addRun(program, context)
  addEnv(program, context)
  addCompress(program, context)
  addInstallCommands(program, context)
  program
    .command('mcp')
    .description('Serve the Model Context Protocol on standard input and output.')
    .option('--local', 'compress on this machine only; nothing is sent')
    .addHelpText('after', '\nExample:\n  claude mcp add pleat -- pleat mcp')
    .action(async (options: { local?: boolean }) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      await serveMcp(context, options.local === true)
    })
  program
    .command('hook <agent>')
    .description('Run one hook event from standard input. Installed hooks call this; it always exits with 0.')
    .option('--local', 'compress on this machine only; nothing is sent')
    // `main` handles hooks before this program is created. The entry exists for its help.
    .action(() => undefined)
  return program
}
