import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { describeMoney, formatCents, formatCount, formatExactCents, formatPercent, formatTimes } from './output.ts'

/** Time limit for the server, because a person waits. */
const CHECK_MS = 3_000

/** Adds `status`. */
export function addStatus(program: Command, context: CommandContext): void {
  program
    .command('status')
    .description('Show server, plan, budget, installed hooks, savings, and what leaves this machine.')
    .option('--json', 'print one line of JSON')
    .action(() => status(context))
}

async function status(context: CommandContext): Promise<void> {
  const { paths, variables, output } = context
  const [{ findAccount }, { checkServer }, { listInstallations }, { readSavings }, { listViews }] = await Promise.all([
    import('../config/account.ts'),
    import('../service/check-server.ts'),
    import('../install/list-installations.ts'),
    import('../savings/savings-log.ts'),
    import('../hooks/stored-view.ts'),
  ])
  const { account, problem } = findAccount(paths, variables)
  const unusable = problem === undefined ? null : { address: null, problem }
  const isLocal = Boolean(variables.PLEAT_LOCAL)
  const server = account ? await checkServer(account, CHECK_MS) : undefined
  const installations = listInstallations(paths, variables)
  const savings = readSavings(paths)
  const [lastView] = listViews(paths)
  const value = {
    server: account ? { address: account.server, from: account.source, ...server } : unusable,
    installed: installations,
    saved: savings,
    last_hook: lastView ? { agent: lastView.agent, at: new Date(lastView.at).toISOString(), by: lastView.by } : null,
    sends_transcripts_to: account && !isLocal ? account.server : null,
  }
  output.result(value, () =>
    [
      ...(problem === undefined
        ? describeServer(account, server)
        : ['Server        not known', describeProblem(problem)]),
      '',
      'Installed',
      ...installations.map(({ agent, state, file }) => `  ${agent.padEnd(12)} ${state.padEnd(14)} ${file}`),
      '',
      'Saved so far',
      ...describeSavings(savings),
      ...(lastView ? [describeLast(lastView)] : []),
      ...describeUsage(server?.usage),
      '',
      'What leaves this machine',
      ...describePrivacy(isLocal ? undefined : account?.server, paths.stateDirectory).map((line) => `  ${line}`),
    ].join('\n'),
  )
}

type Found = Awaited<ReturnType<typeof import('../service/check-server.ts')['checkServer']>>

function describeServer(account: { server: string; source: string } | undefined, state: Found | undefined): string[] {
  if (!account || !state)
    return ['Server        none: transcripts are compressed on this machine ("pleat login" adds one)']
  const from = account.source === 'environment' ? ' (from PLEAT_SERVER and PLEAT_KEY)' : ''
  return [
    `Server        ${account.server}${from}${state.version ? `, Pleat ${state.version}` : ''}`,
    ...(state.account ? [`Account       ${state.account}`] : []),
    `Plan          ${state.plan || 'not known'}`,
    `Budget        ${describeBudget(state)}`,
    ...(state.owedCents === undefined ? [] : [`Owed          ${formatExactCents(state.owedCents)}`]),
    ...(state.problem ? [describeProblem(state.problem)] : []),
  ]
}

function describeProblem(problem: string): string {
  return `Problem       ${problem}; transcripts are compressed on this machine meanwhile`
}

/** The budget as text. Older servers report the amount only in a refusal. Plan pro needs no budget. */
function describeBudget({ budgetCents, isEntitled, plan }: Found): string {
  const needsNone = isEntitled && plan?.toLowerCase() !== 'free'
  if (budgetCents !== undefined) return `${formatExactCents(budgetCents)}${needsNone ? ', not needed' : ''}`
  if (!isEntitled) return 'not known'
  return needsNone ? 'not needed' : 'above 0; this server names the amount only when it is used up'
}

const UNITS = { run: 'run', compress: 'transcript', hook: 'compaction' } as const

function describeSavings(totals: ReturnType<typeof import('../savings/savings-log.ts')['readSavings']>): string[] {
  if (!totals.length) return ['  nothing yet']
  return totals.flatMap(({ what, times, savedTokens, originalTokens, feeCents, usd, directUsd }) => {
    const fee = feeCents > 0 ? `, fees ${formatCents(feeCents)}` : ''
    const share = formatPercent(savedTokens, originalTokens)
    const line = `  ${formatCount(savedTokens)} of ${formatCount(originalTokens)} tokens (${share}) in ${formatTimes(times, UNITS[what])}${what === 'run' ? ' through the proxy' : ''}${fee}`
    return usd === null || directUsd === null ? [line] : [line, `    ${describeMoney({ usd, directUsd })}`]
  })
}

function describeUsage(usage: Found['usage']): string[] {
  if (!usage) return []
  const line = (name: string, { requests, originalTokens, savedTokens, money }: typeof usage.total): string[] => {
    const share = formatPercent(savedTokens, originalTokens)
    const tokens = `${formatCount(savedTokens)} of ${formatCount(originalTokens)} tokens (${share}) in ${formatTimes(requests, 'request')}`
    return [`  ${name.padEnd(11)}  ${tokens}`, ...(money ? [`${' '.repeat(15)}${describeMoney(money)}`] : [])]
  }
  return [
    '',
    'Saved by all keys of the account, according to the server',
    ...line('today (UTC)', usage.today),
    ...line('total', usage.total),
  ]
}

function describeLast(view: { agent: string; at: number; by: string; whyLocal?: string }): string {
  const when = new Date(view.at).toISOString().slice(0, 16).replace('T', ' ')
  const why = view.whyLocal ? `: ${view.whyLocal}` : ''
  return `  last compaction: ${view.agent}, ${when} UTC, by ${view.by === 'server' ? 'the server' : 'this machine'}${why}`
}

/** Describes where data is sent and stored, as the README does. */
function describePrivacy(server: string | undefined, stateDirectory: string): string[] {
  return [
    server === undefined
      ? 'Nothing: no usable server is configured, or PLEAT_LOCAL is set. This command compresses transcripts itself.'
      : `Transcripts to be compressed (hooks, "compress", MCP) go to ${server}, with your key, and nowhere else.`,
    'With "--local" nothing is sent. "pleat run" sends the requests of the tool that it starts through the server.',
    `Kept on this machine, readable by you alone, in ${stateDirectory}: views of compacted`,
    'conversations (30 days), token counts, and copies of settings files from before an installation.',
  ]
}
