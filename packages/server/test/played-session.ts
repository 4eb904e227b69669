import type { WireFormat } from '@pleat/core'
import { shortSha256 } from '../src/adapters/sha256.ts'
import { NO_TAG_CLOUDS } from '../src/cloud/tag-clouds.ts'
import { CompressionEngine } from '../src/compression/compression-engine.ts'
import type { Objective } from '../src/compression/compression-port.ts'
import type { PriceModel } from '../src/config/upstream-route.ts'
import { createPriceList } from '../src/money/prices.ts'
import { findBypass } from '../src/proxy/bypass.ts'
import { CacheHabits } from '../src/proxy/cache-habits.ts'
import { foldAndSplice } from '../src/proxy/fold-and-splice.ts'
import { createSession, type Session } from '../src/proxy/session.ts'
import { type CacheWorld, type SimulatedBill, SimulatedProvider } from './simulated-provider.ts'

/** The bill of a request, and the bill of its original. */
export interface PlayedRequest {
  readonly turn: number
  readonly sent: SimulatedBill
  readonly direct: SimulatedBill
  /** Number of cache decisions that the session keeps. */
  readonly decisions: number
}

export interface PlayedSession {
  readonly format: WireFormat
  readonly model: string
  /** Texts, alternately of user and assistant. */
  readonly texts: readonly string[]
  readonly world: CacheWorld
  readonly objective?: Objective
  readonly prices?: PriceModel
  /** True if the client marks its instructions to be cached. */
  readonly isMarked?: boolean
  /** Milliseconds before each request. */
  pauseBefore?(turn: number): number
  /** Habits of the cache that other sessions have shown. */
  readonly cacheHabits?: CacheHabits
  /** A session that has played another conversation before. */
  readonly session?: Session
}

const log = { info() {}, warn() {}, error() {} }
const MARK = { cache_control: { type: 'ephemeral' } }

export function newSession(): Session {
  return createSession({ accountId: 'a', idHash: 's', generatedId: null, now: 1_790_000_000_000 })
}

/** Plays a session through the proxy's parts without sockets, with a provider that computes its own bills. */
export async function playSession(played: PlayedSession): Promise<PlayedRequest[]> {
  const { format, model, texts, world, objective = 'tokens', prices = 'openai', pauseBefore = () => 1000 } = played
  const engine = new CompressionEngine({
    hash: shortSha256,
    hashBytes: shortSha256,
    caches: createPriceList().caches,
    vectors: undefined,
    clouds: NO_TAG_CLOUDS,
    snapshots: undefined,
    version: '0.0.0',
    log,
    counters: { add() {} },
    onStep() {},
    foldBytes: 50_000_000,
  })
  const { cacheHabits = new CacheHabits(), session = newSession() } = played
  let now = session.lastUsedAt
  const deps = { clock: { now: () => now }, cacheHabits, treatments: { of: () => 'fold' as const } }
  const [ours, direct] = [new SimulatedProvider(world), new SimulatedProvider(world)]
  const requests: PlayedRequest[] = []
  for (let end = 1; end <= texts.length; end += 2) {
    const turn = (end + 1) / 2
    now += pauseBefore(turn)
    const body = Buffer.from(JSON.stringify(bodyOf(played, model, texts.slice(0, end))))
    const { facts } = engine.read(turn, Buffer.from(body), { accountId: 'a', format })
    if (facts.kind !== 'conversation') throw new Error(facts.kind)
    const reading = {
      facts,
      prepare: (request: Parameters<typeof engine.prepare>[1]) => engine.prepare(turn, request),
      release() {},
    }
    const bypass = findBypass({}, facts)
    const upstream = { name: 'u', prices }
    const rewrite = await foldAndSplice(deps, {
      caller: { mode: null },
      session,
      reading,
      facts,
      bypass,
      objective,
      upstream,
    })
    const { prepared, watch } = rewrite
    const sent = ours.bill(prepared.body ?? body, now)
    watch?.billed(sent.usage, prepared.body === undefined)
    requests.push({ turn, sent, direct: direct.bill(body, now), decisions: session.cacheDecisions.length })
    session.turns = Math.max(session.turns, turn)
    session.lastUsedAt = now
    await engine.release(turn, { cloud: undefined })
  }
  return requests
}

function bodyOf({ format, isMarked = false }: PlayedSession, model: string, texts: readonly string[]): object {
  const messages = texts.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))
  if (format === 'openai-chat') return { model, messages }
  const system = isMarked ? [{ type: 'text', text: 'Answer briefly.', ...MARK }] : 'Answer briefly.'
  return { model, max_tokens: 100, system, messages }
}
