import { type Command, Option } from 'commander'
import type { Account } from '../config/account.ts'
import type { RunTotals } from '../run/relay.ts'
import { TOOL_NAMES, type Tool } from '../run/tools.ts'
import type { ServedBill } from '../service/ask-bill.ts'
import type { CommandContext } from './command-context.ts'
import { describeMoney, formatCount, formatPercent, formatTimes } from './output.ts'
import { UsageError } from './usage-error.ts'

interface RunOptions {
  readonly as?: string
  readonly direct?: boolean
  readonly ownKey?: boolean
}

/** Time limit for the health check, so that the tool starts soon without a server. */
const HEALTH_MS = 2_000
/** Time limit for the bill at the end of a run. */
const BILL_MS = 2_000
/** Time within which other processes of a server have written their usage. */
const WRITTEN_MS = 1_200

/** Adds `run`. */
export function addRun(program: Command, context: CommandContext): void {
  program
    .command('run')
    .description('Start a tool that sends its requests through the server, and print the savings when it ends.')
    .argument('<command...>', 'the tool and its arguments, after "--"')
    .passThroughOptions()
    .addOption(new Option('--as <tool>', 'set the variables of this tool').choices(TOOL_NAMES))
    .option('--direct', 'give the tool the address and key of the server; prints no savings')
    .option('--own-key', "let the server use this shell's OPENAI_API_KEY and ANTHROPIC_API_KEY at the providers")
    .addHelpText('after', '\nExample:\n  pleat run -- claude --continue')
    .action((command: string[], options: RunOptions) => run(context, command, options))
}

async function run(context: CommandContext, command: readonly string[], options: RunOptions): Promise<void> {
  const { variables } = context
  const { toolNamed, toolOf } = await import('../run/tools.ts')
  const { startTool } = await import('../run/start-tool.ts')
  if (options.direct && options.ownKey) throw new UsageError('--own-key does not work with --direct; use one of them')
  const tool = options.as === undefined ? toolOf(command) : toolNamed(options.as)
  const usable = await usableAccount(context, tool)
  if (!usable || !tool.variables) return context.endWith(await startTool(command, variables, {}))
  const { account, since } = usable
  if (options.direct) {
    const { server: url, key } = account
    return context.endWith(await startTool(command, variables, tool.variables({ url, key }, variables)))
  }
  const { openRelay } = await import('../run/relay.ts')
  const { pastProxies } = await import('../run/past-proxies.ts')
  const own = { openai: variables.OPENAI_API_KEY, anthropic: variables.ANTHROPIC_API_KEY }
  const relay = await openRelay(account, options.ownKey ? own : {})
  try {
    const changes = { ...tool.variables(relay.endpoint, variables), ...pastProxies(variables) }
    context.endWith(await startTool(command, variables, changes))
  } finally {
    relay.close()
  }
  await reportSavings(context, relay.totals, () => findBill(account, relay.totals, since))
}

/** The account, and the time by its server's clock. Undefined without a usable server; a note then gives the reason. */
async function usableAccount(
  { output, paths, variables }: CommandContext,
  tool: Tool,
): Promise<{ readonly account: Account; readonly since: number } | undefined> {
  const { findAccount } = await import('../config/account.ts')
  const { askHealth } = await import('../service/check-server.ts')
  const consequence = `${tool.name === 'sdk' ? 'the tool' : tool.name} starts without it`
  const why = tool.why?.(variables)
  if (why !== undefined) {
    output.note(`pleat: ${why}`)
    return undefined
  }
  const { account, problem = 'no server is configured ("pleat login")' } = findAccount(paths, variables)
  if (!account) {
    output.note(`pleat: ${problem}; ${consequence}`)
    return undefined
  }
  const health = await askHealth(account.server, HEALTH_MS)
  if (health.problem === undefined) return { account, since: health.at ?? Date.now() }
  output.note(`pleat: ${account.server}: ${health.problem}; ${consequence}`)
  return undefined
}

/** The input bill of the run. If it covers fewer requests than the run had, the server is asked once more. */
async function findBill(account: Account, totals: Readonly<RunTotals>, since: number): Promise<ServedBill | undefined> {
  const { askBill } = await import('../service/ask-bill.ts')
  const asked = { sessions: [...totals.sessions], since }
  const bill = await askBill(account, asked, BILL_MS)
  if (bill === undefined || bill.billedRequests >= totals.requests) return bill
  await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS))
  return (await askBill(account, asked, BILL_MS)) ?? bill
}

async function reportSavings(
  { output, paths }: CommandContext,
  totals: Readonly<RunTotals>,
  findBill: () => Promise<ServedBill | undefined>,
): Promise<void> {
  const { requests, originalTokens, savedTokens } = totals
  const failures = describeFailures(totals)
  if (requests === 0) return output.note(`pleat: ${failures || describeUncounted(totals)}`)
  const { recordSaving } = await import('../savings/savings-log.ts')
  const bill = await findBill()
  const money = bill?.money && { usd: bill.money.usd, directUsd: bill.money.directUsd }
  recordSaving(paths, { what: 'run', by: 'server', originalTokens, savedTokens, feeCents: 0, ...money })
  const share = formatPercent(savedTokens, originalTokens)
  output.note(
    `pleat: saved ${formatCount(savedTokens)} of ${formatCount(originalTokens)} input tokens (${share}) in ${formatTimes(requests, 'request')}${failures && `; ${failures}`}`,
  )
  if (bill) output.note(`pleat: ${describeBill(bill, requests)}`)
}

/** The input bill beside the direct one, with the number of priced requests if it is not all. */
function describeBill({ billedRequests, money }: ServedBill, requests: number): string {
  if (billedRequests === 0) return 'the cost is not known: no response reported usage'
  if (!money) return 'the cost is not known: the server has no price for the model'
  const over = money.pricedRequests < requests ? ` (${money.pricedRequests} of ${requests} requests)` : ''
  return `${describeMoney(money)}${over}`
}

/** Failed requests, such as `3 requests failed: 2 with status 401, 1 without a response`; empty without failures. */
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
