import { setTimeout as sleep } from 'node:timers/promises'
import { TRANSCRIPT_USAGE } from '../../packages/server/src/usage-kinds.ts'
import type { Fault } from './faults.ts'
import type { Failure, Lane, LoadResult } from './load.ts'
import type { Arrival } from './provider.ts'
import type { Target } from './start-nodes.ts'

/** Results of one load. Each entry of `wrong` describes a broken promise. */
export interface Findings {
  readonly chats: number
  readonly transcripts: number
  /** Attempts that clients repeated: because the connection to a killed node broke, and because a transcript was refused. */
  readonly cut: number
  readonly refusedTranscripts: number
  /** Requests that arrived at the provider more than once. */
  readonly sentAgain: number
  readonly differentBodies: number
  /** Answered requests without a usage row, and those that a node answered just before it was killed. */
  readonly uncounted: number
  readonly justBeforeKill: number
  readonly charges: number
  readonly wrong: readonly string[]
}

export interface CheckOptions {
  readonly result: LoadResult
  readonly target: Target
  readonly lanes: readonly Lane[]
  readonly accountId: string
  readonly budgetMicroCents: number
  readonly arrivals: ReadonlyMap<string, Arrival>
  readonly faults: readonly Fault[]
  /** Digest of the body that one node alone sent, by conversation and turn. */
  readonly reference: ReadonlyMap<string, string>
}

/** Time after which HAProxy notices a killed node. Until then it sends requests to the node, and they fail. */
const NOTICED_MS = 6000
/** Longest delay of usage: a node waits up to 100 ms before it writes, and a commit takes a moment. */
export const BUFFERED_MS = 250
const USAGE_WAIT_MS = 15_000

export async function check(options: CheckOptions): Promise<Findings> {
  const { result, target, arrivals, faults, reference } = options
  const wrong: string[] = result.givenUp.map((call) => `${call} was never answered`)
  const { cut, refusedTranscripts } = checkFailures(result.failures, faults, wrong)
  const { differentBodies, sentAgain } = checkBodies(arrivals, reference, wrong)
  const usage = await checkUsage(options, wrong)
  const charges = await checkMoney(options, wrong)
  for (const finding of await target.store.ledger.verify()) {
    wrong.push(...finding.problems.map((problem) => `ledger of ${finding.accountName}: ${problem}`))
  }
  return {
    chats: result.chats.length,
    transcripts: result.transcripts.length,
    cut,
    refusedTranscripts,
    sentAgain,
    differentBodies,
    ...usage,
    charges,
    wrong,
  }
}

/** Key of a call in the reference: the name of the call without the number of its run. */
export function referenceName(call: string): string {
  const [name, , turn] = call.split(' ')
  return `${name} ${turn}`
}

/** A client may see broken connections to a killed node, and refused transcripts while the database is gone. */
function checkFailures(failures: readonly Failure[], faults: readonly Fault[], wrong: string[]) {
  let cut = 0
  let refusedTranscripts = 0
  const isDuring = (at: number, name: Fault['name'], restMs: number) =>
    faults.some((fault) => fault.name === name && at >= fault.at && at <= fault.endedAt + restMs)
  for (const { call, at, kind, text } of failures) {
    const isTranscript = call.startsWith('transcript ')
    if (kind === 'cut' && isDuring(at, 'kill-node', NOTICED_MS)) cut++
    else if (isTranscript && text.startsWith('503') && isDuring(at, 'restart-postgres', NOTICED_MS))
      refusedTranscripts++
    else wrong.push(`${call}: ${kind} ${text}`)
  }
  return { cut, refusedTranscripts }
}

function checkBodies(
  arrivals: ReadonlyMap<string, Arrival>,
  reference: ReadonlyMap<string, string>,
  wrong: string[],
): { readonly differentBodies: number; readonly sentAgain: number } {
  let differentBodies = 0
  let sentAgain = 0
  for (const [call, { digests }] of arrivals) {
    sentAgain += digests.length - 1
    const expected = reference.get(referenceName(call))
    if (digests.every((digest) => digest === expected)) continue
    differentBodies++
    wrong.push(`${call}: its body differs from that of one node alone`)
  }
  return { differentBodies, sentAgain }
}

/** Each answered request is counted once, except those that a killed node had not written yet. */
async function checkUsage(
  { result, target, lanes, arrivals, faults }: CheckOptions,
  wrong: string[],
): Promise<{ readonly uncounted: number; readonly justBeforeKill: number }> {
  const answered = new Map(lanes.map(({ keyId }) => [keyId, { count: 0, atRisk: 0, arrived: 0 }]))
  const keyOf = new Map<string, string>()
  for (const { lane, call, node, at } of result.chats) {
    const counts = answered.get(lane.keyId)!
    counts.count++
    counts.arrived += arrivals.get(call)?.digests.length ?? 0
    keyOf.set(call, lane.keyId)
    if (faults.some((fault) => fault.node === node && fault.node && at <= fault.at + 50 && at > fault.at - BUFFERED_MS))
      counts.atRisk++
  }
  const expected = [...answered.values()].reduce((sum, { count }) => sum + count, 0)
  let stored = await storedRequests(target)
  const until = performance.now() + USAGE_WAIT_MS
  while (sumOf(stored) < expected && performance.now() < until && !faults.some(({ node }) => node)) {
    await sleep(200)
    stored = await storedRequests(target)
  }
  await sleep(1000)
  stored = await storedRequests(target)
  let uncounted = 0
  let justBeforeKill = 0
  for (const [keyId, { count, atRisk, arrived }] of answered) {
    const own = stored.get(keyId) ?? 0
    uncounted += Math.max(0, count - own)
    justBeforeKill += atRisk
    if (own > arrived) wrong.push(`usage of ${keyId} counts ${own} of ${arrived} requests`)
    if (own < count - atRisk) wrong.push(`usage of ${keyId} counts ${own} of ${count} requests, ${atRisk} may be lost`)
  }
  return { uncounted, justBeforeKill }
}

/** Requests by key, without transcripts. */
async function storedRequests({ store }: Target): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { keyId, model, requests } of await store.usage.list({})) {
    if (model !== TRANSCRIPT_USAGE) counts.set(keyId, (counts.get(keyId) ?? 0) + requests)
  }
  return counts
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Each transcript is charged once, at the fee in its response. */
async function checkMoney(
  { result, target, accountId, budgetMicroCents }: CheckOptions,
  wrong: string[],
): Promise<number> {
  const { ledger } = target.store
  const fees = result.transcripts.reduce((sum, { feeMicroCents }) => sum + feeMicroCents, 0)
  const balance = await ledger.findBalance(accountId)
  const charged = budgetMicroCents - (balance?.budgetMicroCents ?? 0)
  const entries = await ledger.list(accountId, { limit: 1_000_000 })
  const charges = entries.filter(({ kind }) => kind === 'charge').length
  if (charged !== fees) wrong.push(`${charged} micro-cents were charged, ${fees} were answered`)
  if (charges !== result.transcripts.length) {
    wrong.push(`${charges} charges were made for ${result.transcripts.length} transcripts`)
  }
  return charges
}
