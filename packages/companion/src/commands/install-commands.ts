import { Argument, type Command } from 'commander'
import { AGENTS, type Agent } from '../hooks/agents.ts'
import type { CommandContext } from './command-context.ts'

interface InstallOptions {
  readonly dryRun?: boolean
  readonly local?: boolean
}

/** Adds `install` and `uninstall`. */
export function addInstallCommands(program: Command, context: CommandContext): void {
  const agent = (): Argument => new Argument('<agent>', 'coding agent').choices(AGENTS)
  program
    .command('install')
    .description("Add hooks to an agent's settings. After a compaction, they return a record of the conversation.")
    .addArgument(agent())
    .option('--dry-run', 'show the change without making it')
    .option('--local', 'install hooks that compress on this machine only; nothing is sent')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat install claude-code --dry-run')
    .action((name: Agent, options: InstallOptions) => install(context, name, options))
  program
    .command('uninstall')
    .description('Remove the hooks and restore the settings file exactly.')
    .addArgument(agent())
    .option('--dry-run', 'show the change without making it')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  pleat uninstall claude-code')
    .action((name: Agent, options: InstallOptions) => uninstall(context, name, options))
}

async function install(context: CommandContext, agent: Agent, options: InstallOptions): Promise<void> {
  const { paths, variables, entry } = context
  const [{ planInstall }, { carryOutInstall }, { failsOnQuotes, programWords }, { backupPath }] = await Promise.all([
    import('../install/plan.ts'),
    import('../install/carry-out.ts'),
    import('../install/program-words.ts'),
    import('../install/backup.ts'),
  ])
  const words = programWords(agent, entry, variables)
  if (words.length > 1 && failsOnQuotes(agent)) {
    context.output.note(
      `warning: ${agent} may be unable to start these hooks: on Windows it does not find programs by a quoted path. ` +
        'Install the package with "npm install --global" in a path without spaces, and repeat this command',
    )
  }
  const plan = planInstall({ agent, paths, variables, words, isLocal: options.local === true })
  const isChange = plan.after !== plan.file.text
  if (!options.dryRun) carryOutInstall(plan, paths)
  await report(context, { agent, plan, isChange, isDryRun: options.dryRun === true }, [
    isChange ? `Installed for ${agent} in ${plan.file.path}.` : `Already installed for ${agent} in ${plan.file.path}.`,
    ...(isChange ? [`A backup of the file is in ${backupPath(paths, agent)}.`] : []),
    ...(agent === 'codex' && isChange ? ['At its next start, Codex asks once whether to trust these hooks.'] : []),
  ])
}

async function uninstall(context: CommandContext, agent: Agent, options: InstallOptions): Promise<void> {
  const { paths, variables } = context
  const [{ planUninstall }, { carryOutUninstall }] = await Promise.all([
    import('../install/plan.ts'),
    import('../install/carry-out.ts'),
  ])
  const plan = planUninstall({ agent, paths, variables })
  const isChange = plan.after !== plan.file.text
  if (!options.dryRun) carryOutUninstall(plan, paths)
  await report(context, { agent, plan, isChange, isDryRun: options.dryRun === true }, [
    isChange ? `Removed from ${plan.file.path}.` : `${plan.file.path} contains no hooks of Pleat.`,
  ])
}

interface Report {
  readonly agent: Agent
  readonly plan: { readonly file: { readonly path: string; readonly text: string }; readonly after: string | undefined }
  readonly isChange: boolean
  readonly isDryRun: boolean
}

async function report({ output }: CommandContext, report: Report, done: readonly string[]): Promise<void> {
  const { describeChange } = await import('../install/show-change.ts')
  const { agent, plan, isChange, isDryRun } = report
  const change = isChange ? describeChange(plan.file.text, plan.after) : ''
  const value = { agent, file: plan.file.path, changed: isChange && !isDryRun, change }
  output.result(value, () => {
    const shown = isChange ? [`--- ${plan.file.path}`, change, ''] : []
    return [...shown, ...(isDryRun && isChange ? ['Nothing was changed (--dry-run).'] : done)].join('\n')
  })
}
