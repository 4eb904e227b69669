import { Argument, type Command, Option } from 'commander'
import { SHELLS, type Shell } from '../run/shell-lines.ts'
import { TOOL_NAMES } from '../run/tools.ts'
import type { CommandContext } from './command-context.ts'

/** Adds `env`. */
export function addEnv(program: Command, context: CommandContext): void {
  program
    .command('env')
    .description('Print shell lines that point tools at the server. They contain your key.')
    .addArgument(
      new Argument('[tool]', 'tool to print the lines for')
        .choices(TOOL_NAMES)
        .default('sdk', 'every tool that uses an SDK'),
    )
    .addOption(new Option('--shell <shell>', 'kind of shell').choices([...SHELLS]))
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  eval "$(pleat env claude)"')
    .action(async (name: string, options: { shell?: Shell }) => {
      const [{ readAccount }, { toolNamed }, { shellLines, usualShell }] = await Promise.all([
        import('../config/account.ts'),
        import('../run/tools.ts'),
        import('../run/shell-lines.ts'),
      ])
      const account = readAccount(context.paths, context.variables)
      if (!account) throw new Error('no server is configured; run "pleat login"')
      const tool = toolNamed(name)
      const why = tool.why?.(context.variables)
      if (why !== undefined || !tool.variables) throw new Error(why ?? 'variables cannot point this tool at the server')
      const changes = tool.variables({ url: account.server, key: account.key }, context.variables)
      const shell = options.shell ?? usualShell(context.variables.SHELL)
      const variables = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value ?? null]))
      context.output.result({ variables }, () => shellLines(changes, shell).join('\n'))
    })
}
