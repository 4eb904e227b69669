import { hashKey } from '../../src/gate/key-format.ts'
import { IssuedKeys } from './issued-keys.ts'
import { type KillClient, type Stepped, WrongAnswer } from './kill-client.ts'
import type { KillPlace } from './kill-place.ts'
import { PlayedTalks } from './played-talks.ts'
import { startRefusingProvider } from './refusing-provider.ts'
import { type KillMoment, startKilledServer } from './start-killed-server.ts'
import { TranscriptCalls } from './transcript-calls.ts'

/** The result of all rounds. Money is in micro-cents. */
export interface KillReport {
  readonly rounds: readonly { readonly moment: KillMoment; readonly answered: number; readonly problems: number }[]
  /** Number of answered transcripts, and number of repeated calls. */
  readonly calls: number
  readonly repeats: number
  /** Responses to one idempotency key that differ from its previous response. */
  readonly changedAnswers: number
  /** The sum of the fees in the responses, the amount charged to the account, and the number of charges in its ledger. */
  readonly fees: number
  readonly charged: number
  readonly charges: number
  /** Issued keys, revoked keys, and keys whose state contradicts the response of the server. */
  readonly keys: number
  readonly revokedKeys: number
  readonly lostKeys: number
  /** Turns of conversations, the stored decisions about them, and turns that were sent with other bytes when repeated. */
  readonly turns: number
  readonly decisions: number
  readonly changedTurns: number
  /** Conversations whose rewritten bodies the provider refuses, and refusals after that was known. */
  readonly refusedTalks: number
  readonly refusedAgain: number
}

const KEY = 'pleat_of-the-kill-loop'
const ACCOUNT = 'a'
const BUDGET = 1_000_000_000_000
const UNLIMITED = 1_000_000_000
const MAX_SESSIONS = 10_000
const MAX_LIVED_MS = 500
/** Longest life of a server that makes no decision, in milliseconds. */
const MAX_WAIT_MS = 20_000

/**
 * Starts a server for several clients and kills it, once for each of `moments`, and checks the ledger after each. Then it
 * repeats all requests, unanswered and answered ones, and compares the results.
 */
export async function runKillLoop(place: KillPlace, moments: readonly KillMoment[]): Promise<KillReport> {
  const provider = await startRefusingProvider()
  const store = await place.openStore()
  const transcripts = new TranscriptCalls(KEY)
  const keys = new IssuedKeys('issued')
  const talks = new PlayedTalks(KEY, provider)
  const clients = [
    transcripts.client(),
    transcripts.client(),
    keys.client(),
    talks.client(),
    talks.client(),
    talks.client(),
  ]
  const rounds: KillReport['rounds'][number][] = []
  try {
    await store.accounts.create({ name: ACCOUNT, plan: 'free', budgetMicroCents: BUDGET })
    const row = { hash: hashKey(KEY), preview: 'p', requestsPerMinute: UNLIMITED }
    const { accountId } = await store.keys.createKey({ name: ACCOUNT }, row)
    const answered = () => transcripts.answered + keys.count + talks.turns
    for (const [round, moment] of moments.entries()) {
      const before = answered()
      await playRound(place, clients, { moment, call: 3 + (round % 5), providerUrl: provider.url })
      const problems = (await store.ledger.verify()).flatMap((finding) => finding.problems).length
      rounds.push({ moment, answered: answered() - before, problems })
    }
    const last = await startKilledServer(place, { providerUrl: provider.url })
    await transcripts.repeatAll(last.url)
    await talks.finish(last.url)
    const changedTurns = await talks.changed(last.url)
    last.child.kill('SIGKILL')
    await last.ended
    const balance = await store.ledger.findBalance(accountId)
    const entries = await store.ledger.list(accountId, { limit: 1_000_000 })
    const sessions = await store.sessions.list({ accountName: ACCOUNT, limit: MAX_SESSIONS })
    return {
      rounds,
      calls: transcripts.count,
      repeats: transcripts.repeats,
      changedAnswers: transcripts.changedAnswers,
      fees: transcripts.fees,
      charged: BUDGET - (balance?.budgetMicroCents ?? 0),
      charges: entries.filter(({ kind }) => kind === 'charge').length,
      keys: keys.count,
      revokedKeys: keys.revoked,
      lostKeys: await keys.lost(store.keys),
      turns: talks.turns,
      decisions: sessions.reduce((sum, { cacheDecisions }) => sum + cacheDecisions.length, 0),
      changedTurns,
      refusedTalks: sessions.filter(({ disabledReason }) => disabledReason !== null).length,
      refusedAgain: talks.refusedAgain,
    }
  } finally {
    await store.close()
    await provider.close()
  }
}

async function playRound(
  place: KillPlace,
  clients: readonly KillClient[],
  options: { moment: KillMoment; call: number; providerUrl: string },
): Promise<void> {
  const server = await startKilledServer(place, options)
  const kill = (): void => void server.child.kill('SIGKILL')
  const timers: NodeJS.Timeout[] = []
  const onStep = (stepped: Stepped): void => {
    if (options.moment === 'after-decision' && stepped === 'decided') kill()
    // Counted from the first response on, because the start takes most of the time before it.
    const livesMs = options.moment === 'whenever' ? Math.random() * MAX_LIVED_MS : MAX_WAIT_MS
    if (timers.length === 0) timers.push(setTimeout(kill, livesMs))
  }
  try {
    await Promise.all([...clients.map((client) => stepUntilDead(client, server.url, onStep)), server.ended])
  } finally {
    // Also after a wrong response to a client.
    kill()
    for (const timer of timers) clearTimeout(timer)
  }
}

async function stepUntilDead(client: KillClient, url: string, onStep: (stepped: Stepped) => void): Promise<void> {
  for (;;) {
    try {
      onStep(await client.step(url))
    } catch (error) {
      if (error instanceof WrongAnswer) throw error
      return
    }
  }
}
