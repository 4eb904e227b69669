import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readableIn } from '../packages/core/src/fold/snapshot/readable.fixture.ts'
import { NO_REDIS, TestRedis } from '../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import { createDialogue } from './harness/dialogue.ts'
import { modelFields, type PlayedTurn, type PlayOptions, play, turnsThatMoved } from './harness/play.ts'
import { parseMetrics, readValue } from './harness/prometheus-text.ts'
import { savingsIn } from './harness/savings.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { send, type Wire } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

if (NO_REDIS !== undefined) console.warn(`Tests of snapshots between nodes are skipped: ${NO_REDIS}.`)

/**
 * The client begins with `begun` turns of history, which are enough for a snapshot. The first node then serves `before`
 * turns, and the second one `after`.
 */
const TURNS = { begun: 48, before: 16, after: 6 }
const METRICS_TOKEN = 'a-token-of-the-scraper'
/** Longer time limits, because tests share a machine. A server waits 10 ms, 25 ms and 5 s. */
const LIMITS = { sharedWindowMs: 2000, snapshotMs: 2000, foldTimeoutMs: 60_000 }

describe.skipIf(NO_REDIS !== undefined)('nodes with one Redis', () => {
  let dataDir: string
  let redis: TestRedis
  let standIns: StandIn[]
  let alone: Pleat
  const nodes: Pleat[] = []
  let key: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'pleat-nodes-'))
    redis = await TestRedis.start()
    standIns = [await startStandIn(), await startStandIn()]
    alone = await startPleat({ providerUrl: standIns[0]!.url, overrides: { limits: LIMITS } })
    const variables = {
      PLEAT_DATA_DIR: dataDir,
      PLEAT_SECRET: 'a-secret-of-all-nodes',
      PLEAT_REDIS_URL: redis.url,
      PLEAT_METRICS_TOKEN: METRICS_TOKEN,
    }
    for (let index = 0; index < 3; index++) {
      nodes.push(await startPleat({ providerUrl: standIns[1]!.url, variables, overrides: { limits: LIMITS } }))
    }
    key = await nodes[0]!.issueKey('test')
  }, 120_000)

  afterAll(async () => {
    for (const node of [...nodes, alone]) await node.close()
    for (const standIn of standIns) await standIn.close()
    await redis.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const eventsOf = (node: Pleat) => node.server.deps.snapshots!.read()

  /** The same conversation in front of one node, and in front of `first` and then of `second`. */
  async function playBoth(
    options: Pick<PlayOptions, 'wire' | 'headers'>,
    [first, second]: readonly [Pleat, Pleat],
    between: () => Promise<void>,
  ): Promise<{ expected: PlayedTurn[]; moved: PlayedTurn[] }> {
    const dialogue = createDialogue(options.headers!['x-session-id']!.length)
    const begun = Array.from({ length: TURNS.begun }, (_, place) => [
      { role: 'user', content: dialogue.question(1000 + place) },
      { role: 'assistant', content: dialogue.answer(1000 + place) },
    ]).flat()
    const common = { dialogue, before: begun, turns: TURNS.before + TURNS.after, ...options }
    const expected = await play({ ...common, base: () => alone.url, key: alone.key, standIn: standIns[0]! })
    let node = first
    const beforeTurn = async (turn: number) => {
      if (turn !== TURNS.before + 1) return
      await between()
      node = second
    }
    const moved = await play({ ...common, base: () => node.url, key, standIn: standIns[1]!, beforeTurn })
    return { expected, moved }
  }

  const bodiesOf = (played: readonly PlayedTurn[]) =>
    played.map(({ sent }) => sent.map(({ body }) => body.toString('utf8')))

  /** The sent tokens of each request as a share: each node corrects its counts by the receipts that it has seen. */
  const sharesOf = (played: readonly PlayedTurn[]) =>
    played.map(({ savings: { optimized, original } }) => expect.closeTo(optimized / original, 2))

  test.each<{ wire: Wire }>([{ wire: 'openai' }, { wire: 'anthropic' }, { wire: 'responses' }])(
    'a conversation over $wire continues on another node as on a single one; metrics count it, and Redis holds no word of it',
    async ({ wire }) => {
      const [first, second] = [nodes[0]!, nodes[1]!]
      const before = eventsOf(second).used
      // Earlier conversations are written too.
      const { written } = eventsOf(first)
      const { expected, moved } = await playBoth({ wire, headers: { 'x-session-id': wire } }, [first, second], () =>
        vi.waitFor(() => expect(eventsOf(first).written).toBeGreaterThan(written), 10_000),
      )
      expect(turnsThatMoved(expected).length).toBeGreaterThan(0)
      expect(bodiesOf(moved)).toEqual(bodiesOf(expected))
      expect(moved.map(({ savings }) => savings.optimized / savings.original)).toEqual(sharesOf(expected))
      expect(eventsOf(second).used).toBe(before + 1)
      const authorization = `Bearer ${METRICS_TOKEN}`
      const page = parseMetrics(await (await fetch(`${second.url}/metrics`, { headers: { authorization } })).text())
      expect(readValue(page, 'pleat_snapshots_total', { event: 'used' })).toBe(before + 1)
      expect(readValue(page, 'pleat_snapshots_total', { event: 'refused' })).toBe(0)
      const client = new Redis(redis.url)
      const names = (await client.keys('pleat:fold:*')).sort()
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) {
        expect(readableIn((await client.getBuffer(name))!, moved.at(-1)!.given, 6)).toEqual([])
        expect(await client.pttl(name)).toBeGreaterThan(0)
      }
      client.disconnect()
    },
    120_000,
  )

  test('a trial of a long conversation leaves nothing in Redis, and asks it for nothing', async () => {
    const [node] = nodes
    const dialogue = createDialogue(31)
    const messages = Array.from({ length: TURNS.begun }, (_, place) => [
      { role: 'user', content: dialogue.question(place) },
      { role: 'assistant', content: dialogue.answer(place) },
    ]).flat()
    const body = JSON.stringify({
      ...modelFields('openai'),
      messages: [...messages, { role: 'user', content: 'And now?' }],
    })
    const compress = async (query: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const answer = await send(`${node!.url}/v1/compress${query}`, { headers, body })
      return savingsIn(answer.headers).percent
    }
    const { snapshots, compression } = node!.server.deps
    const [find, save] = [vi.spyOn(snapshots!, 'find'), vi.spyOn(snapshots!, 'save')]
    const percent = await compress('?dry_run=true')
    await compression.flush()
    expect(percent).toBeGreaterThan(25)
    expect([find.mock.calls.length, save.mock.calls.length]).toEqual([0, 0])
    expect(await compress('')).toBe(percent)
    await compression.flush()
    expect([find.mock.calls.length, save.mock.calls.length]).toEqual([1, 1])
  })

  test('while Redis is paused, the other node sends the same bytes without it', async () => {
    const [first, second] = [nodes[0]!, nodes[2]!]
    const headers = { 'x-session-id': 'paused' }
    const { expected, moved } = await playBoth({ wire: 'openai', headers }, [first, second], async () => redis.pause())
    redis.resume()
    const outcomes = [expected, moved].map((played) => played.map(({ savings }) => savings.compression))
    expect(outcomes[1]).toEqual(outcomes[0])
    expect(bodiesOf(moved)).toEqual(bodiesOf(expected))
    expect(eventsOf(second)).toMatchObject({ used: 0 })
    expect(eventsOf(second).late).toBeGreaterThan(0)
  }, 120_000)
})
