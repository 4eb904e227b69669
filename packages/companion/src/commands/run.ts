import { type Command, Option } from 'commander'
import type { Account } from '../config/account.ts'
import type { RunTotals } from '../run/relay.ts'
import { TOOL_NAMES, type Tool } from '../run/tools.ts'
import type { CommandContext } from './command-context.ts'
import { formatCount, formatPercent, formatTimes } from './output.ts'
import { WrongUse } from './wrong-use.ts'

interface RunOptions {
  readonly as?: string
  readonly direct?: boolean
  readonly ownKey?: boolean
}

/** A server that is not there after so long must not hold up the tool. */
const HEALTH_MS = 2_000

/** Adds `run`. */
export function addRun(program: Command, context: CommandContext): void {
  program
    .command('run')
    .description('Start a tool that sends its requests through the server, and print the savings when it ends.')
    .argument('<command...>', 'the tool and its arguments, after "--"')
    .passThroughOptions()
    .addOption(new Option('--as <tool>', 'set the variables of this tool').choices(TOOL_NAMES))
    .option('--direct', 'give the tool the address and the key of the server; prints no savings')
    .option('--own-key', "send this shell's OPENAI_API_KEY and ANTHROPIC_API_KEY for use at the providers")
    .addHelpText('after', '\nExample:\n  pleat run -- claude --continue')
    .action((command: string[], options: RunOptions) => run(context, command, options))
}

async function run(context: CommandContext, command: readonly string[], options: RunOptions): Promise<void> {
  const { variables } = context
  const { toolNamed, toolOf } = await import('../run/tools.ts')
  const { startTool } = await import('../run/start-tool.ts')
  if (options.direct && options.ownKey) throw new WrongUse('--own-key needs the relay that --direct leaves out')
  const tool = options.as === undefined ? toolOf(command) : toolNamed(options.as)
  const account = await usableAccount(context, tool)
  if (!account || !tool.variables) return context.endWith(await startTool(command, variables, {}))
  if (options.direct) {
    const { server: url, key } = account
    return context.endWith(await startTool(command, variables, tool.variables({ url, key }, variables)))
  }
  const { openRelay } = await import('../run/relay.ts')
  const own = { openai: variables.OPENAI_API_KEY, anthropic: variables.ANTHROPIC_API_KEY }
  const relay = await openRelay(account, options.ownKey ? own : {})
  try {
    context.endWith(await startTool(command, variables, tool.variables(relay.endpoint, variables)))
  } finally {
    relay.close()
  }
  await sayWhatWasSaved(context, relay.totals)
}

/** The account to be used, or undefined with a note that says why the tool starts as if we were not there. */
async function usableAccount({ output, places, variables }: CommandContext, tool: Tool): Promise<Account | undefined> {
  const { findAccount } = await import('../config/account.ts')
  const { askHealth } = await import('../service/check-server.ts')
  const as = `${tool.name === 'sdk' ? 'the tool' : tool.name} starts without it`
  if (!tool.variables) {
    output.note(`pleat: ${tool.why}`)
    return undefined
  }
  const account = findAccount(places, variables)
  if (!account) {
    output.note(`pleat: no server is configured ("pleat login"); ${as}`)
    return undefined
  }
  const { problem } = await askHealth(account.server, HEALTH_MS)
  if (problem === undefined) return account
  output.note(`pleat: ${account.server}: ${problem}; ${as}`)
  return undefined
}

async function sayWhatWasSaved({ output, places }: CommandContext, totals: Readonly<RunTotals>): Promise<void> {
  const { requests, originalTokens, savedTokens } = totals
  const failures = describeFailures(totals)
  if (requests === 0) return output.note(`pleat: ${failures || describeUncounted(totals)}`)
  const { recordSaving } = await import('../savings/savings-log.ts')
  recordSaving(places, { what: 'run', by: 'server', originalTokens, savedTokens, feeCents: 0 })
  const share = formatPercent(savedTokens, originalTokens)
  output.note(
    `pleat: saved ${formatCount(savedTokens)} of ${formatCount(originalTokens)} input tokens (${share}) in ${formatTimes(requests, 'request')}${failures && `; ${failures}`}`,
  )
}

/** Such as `3 requests failed: 2 with status 401, 1 without a response`; empty where none did. */
function describeFailures({ failed }: Readonly<RunTotals>): string {
  if (failed.size === 0) return ''
  const count = [...failed.values()].reduce((sum, times) => sum + times, 0)
  const kinds = [...failed].map(([kind, times]) =>
    kind === 'unreachable' ? `${times} without a response` : `${times} with status ${kind}`,
  )
  return `${formatTimes(count, 'request')} failed: ${kinds.join(', ')}`
}

function describeUncounted({ uncounted }: Readonly<RunTotals>): string {
  if (uncounted === 0) return 'no request went through the server'
  return `${formatTimes(uncounted, 'request')} went through the server, without tokens to save`
}
