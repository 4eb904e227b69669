import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import { check, type Findings, referenceName } from './check.ts'
import { type Conversation, loadConversations } from './conversations.ts'
import { causeFaults, type Fault } from './faults.ts'
import { type Lane, type LoadOptions, type LoadResult, runLoad } from './load.ts'
import { startProvider } from './provider.ts'
import { runTogether } from './run-together.ts'
import { type Cluster, startAlone, startCluster, type Target } from './start-nodes.ts'

export interface CompareOptions {
  readonly perSet: number
  readonly mostTurns: number
  readonly lanes: number
  /** Rounds of the four faults; 0 for none. */
  readonly rounds: number
  readonly everyMs: number
  readonly isQuiet: boolean
}

export interface RunReport extends Findings {
  readonly name: (typeof NAMES)[number]
  readonly seconds: number
  readonly faults: readonly Fault[]
  /** Warnings and errors in the logs. */
  readonly problems: Readonly<Record<string, number>>
}

export interface ReplayReport {
  readonly conversations: number
  readonly requests: number
  /** Bodies that one node alone rewrote. */
  readonly rewritten: number
  readonly load: number
  readonly runs: readonly RunReport[]
  readonly wrong: readonly string[]
}

const BUDGET = 1_000_000_000_000
const ACCOUNT = 'bench'
const NAMES = ['alone', 'three nodes', 'three nodes, faults'] as const

/** Replays the conversations through one node alone, through three, and through three with faults. */
export async function compareNodes(options: CompareOptions): Promise<ReplayReport> {
  const conversations = loadConversations(options)
  const requests = conversations.reduce((sum, { turns }) => sum + turns, 0)
  const load = loadavg()[0]!
  const reference = new Map<string, string>()
  const runs: RunReport[] = []
  for (const name of options.rounds > 0 ? NAMES : NAMES.slice(0, -1)) {
    if (!options.isQuiet) console.error(`${name}: ${conversations.length} conversations, ${requests} requests`)
    runs.push(await replay(name, { ...options, conversations, reference }))
    if (!options.isQuiet) console.error(`  ${runs.at(-1)!.seconds.toFixed(0)} s, ${runs.at(-1)!.wrong.length} wrong`)
  }
  const rewritten = conversations.reduce((sum, conversation) => sum + rewrittenOf(conversation, reference), 0)
  const wrong = runs.flatMap(({ name, wrong: own }) => own.map((each) => `${name}: ${each}`))
  return { conversations: conversations.length, requests, rewritten, load, runs, wrong }
}

interface ReplayOptions extends CompareOptions {
  readonly conversations: readonly Conversation[]
  /** Digests of the bodies that one node alone sent. Its run fills them in. */
  readonly reference: Map<string, string>
}

async function replay(name: RunReport['name'], options: ReplayOptions): Promise<RunReport> {
  const { conversations, reference } = options
  const provider = await startProvider()
  const isAlone = name === 'alone'
  let target: Target | undefined
  try {
    const cluster = isAlone ? undefined : await startCluster({ providerUrl: provider.url })
    target = cluster ?? (await startAlone({ providerUrl: provider.url }))
    const { lanes, accountId } = await openLanes(target, options.lanes)
    const startedAt = performance.now()
    const load = { url: target.url, lanes, conversations }
    const [faults, result] =
      cluster && name === 'three nodes, faults'
        ? await runLoadWithFaults(cluster, load, options)
        : [[], await runLoad(load)]
    const seconds = (performance.now() - startedAt) / 1000
    const { arrivals } = provider
    if (isAlone) {
      for (const [call, { digests }] of arrivals) reference.set(referenceName(call), digests[0]!)
    }
    const money = { accountId, budgetMicroCents: BUDGET }
    const findings = await check({ result, target, lanes, ...money, arrivals, faults, reference })
    return { name, seconds, faults, problems: Object.fromEntries(target.problems()), ...findings }
  } finally {
    await target?.close()
    await provider.close()
  }
}

/** Repeats the load until all faults were caused. */
export function runLoadWithFaults(
  cluster: Cluster,
  load: LoadOptions,
  options: CompareOptions,
): Promise<readonly [readonly Fault[], LoadResult]> {
  let isOver = false
  const cause = (signal: AbortSignal) =>
    causeFaults(cluster, { ...options, signal }).finally(() => {
      isOver = true
    })
  return runTogether([cause, (signal) => runLoad({ ...load, repeatWhile: () => !isOver, signal })])
}

/** Creates the clients of one account. Each has its own key, so usage can be checked by key. */
async function openLanes(target: Target, count: number): Promise<{ lanes: readonly Lane[]; accountId: string }> {
  const { keys, accounts } = target.store
  await accounts.create({ name: ACCOUNT, plan: 'free', budgetMicroCents: BUDGET })
  const lanes: Lane[] = []
  let accountId = ''
  for (let index = 0; index < count; index++) {
    const { key, row } = await issueKey(keys, { account: ACCOUNT, requestsPerMinute: 1_000_000 })
    lanes.push({ keyId: row.id, key })
    accountId = row.accountId
  }
  return { lanes, accountId }
}

function rewrittenOf(conversation: Conversation, reference: ReadonlyMap<string, string>): number {
  let count = 0
  for (let turn = 0; turn < conversation.turns; turn++) {
    const original = createHash('sha256').update(conversation.bodyAt(turn)).digest('hex')
    if (reference.get(`${conversation.name} ${turn}`) !== original) count++
  }
  return count
}
