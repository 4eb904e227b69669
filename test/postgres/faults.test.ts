import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  findPostgres,
  NO_SERVER,
  TestPostgres,
} from '../../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { type Pleat, startPleat } from '../harness/start-pleat.ts'
import { post, send } from '../harness/wire.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'

const SECRET = 'a secret that servers share'
const TALK = Array.from({ length: 20 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `The lantern number ${index} hangs in hall ${index * 7}, and is lit at ${index} o'clock every day.`,
}))
const BODY = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello there.' }] }

describe.skipIf(!findPostgres())(`two servers of one database${findPostgres() ? '' : ` (${NO_SERVER})`}`, () => {
  let database: TestPostgres
  let standIn: StandIn
  let servers: Pleat[] = []
  let url = ''

  beforeAll(async () => {
    database = await TestPostgres.start()
    standIn = await startStandIn()
  })

  afterAll(async () => {
    await standIn.close()
    await database.remove()
  })

  beforeEach(async () => {
    url = await database.createDatabase()
  })

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  async function startServers(variables: Record<string, string> = {}): Promise<[Pleat, Pleat]> {
    const all = { PLEAT_DATABASE_URL: url, PLEAT_SECRET: SECRET, ...variables }
    const start = () => startPleat({ providerUrl: standIn.url, variables: all })
    servers = [await start(), await start()]
    // Each server has to learn of the key that the other one issued.
    await new Promise((resolve) => setTimeout(resolve, 300))
    return [servers[0]!, servers[1]!]
  }

  const ask = async (server: Pleat, key = server.key) =>
    (await post(server.url, 'anthropic', { key, body: BODY })).status
  /** Conversations in the usage table. */
  const counted = async (): Promise<number> => {
    const statement = `select coalesce(sum(requests), 0) as sum from usage where model = '${BODY.model}'`
    return Number((await database.run(statement, nameOf(url)))[0]!.sum)
  }
  const transcript = (server: Pleat, key: string, once?: string) =>
    send(`${server.url}/v1/tul1`, {
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(once && { 'idempotency-key': once }),
      },
      body: JSON.stringify({ messages: TALK }),
    })

  test('are ready without the database as long as they serve known keys, so a load balancer keeps them', async () => {
    const [one, other] = await startServers({ PLEAT_DATABASE_GRACE: '8' })
    const ready = async (server: Pleat) => (await fetch(`${server.url}/readyz`)).status
    expect([await ask(one), await ready(one), await ready(other)]).toEqual([200, 200, 200])
    await database.interrupt()
    try {
      await expect.poll(() => ready(other), { timeout: 10_000 }).toBe(503)
      expect([await ready(one), await ask(one)]).toEqual([200, 200])
      await expect.poll(() => ready(one), { timeout: 20_000, interval: 200 }).toBe(503)
    } finally {
      await database.resume()
    }
    await expect.poll(() => ready(one), { timeout: 10_000 }).toBe(200)
  })

  test('serve only known keys while the database is down, and write the usage when it is up again', async () => {
    const [one, other] = await startServers()
    expect([await ask(one), await ask(other), await ask(other, one.key)]).toEqual([200, 200, 200])
    await expect.poll(counted).toBe(3)
    await database.interrupt()
    try {
      for (let index = 0; index < 20; index++) {
        expect(await ask(one)).toBe(200)
        expect(await ask(other)).toBe(200)
      }
      expect(await ask(one, other.key)).toBe(503)
      expect((await transcript(one, one.key)).status).toBe(503)
    } finally {
      await database.resume()
    }
    await expect.poll(counted, { timeout: 10_000 }).toBe(43)
    expect(await ask(one, other.key)).toBe(200)
    await expect.poll(counted, { timeout: 10_000 }).toBe(44)
    expect(one.log()).toContain('The database does not answer. Known keys are still accepted.')
    await expect.poll(() => one.log()).toContain('The database answers again.')
  })

  test('lose no usage and count none twice when the database crashes under load', async () => {
    const [one, other] = await startServers()
    const statuses = [await ask(one), await ask(other)]
    const state = { isOver: false }
    const clients = [one, other, one, other].map(async (server) => {
      while (!state.isOver) {
        statuses.push(await ask(server))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 300))
      await database.interrupt('immediate')
      await database.resume()
    }
    await new Promise((resolve) => setTimeout(resolve, 1500))
    state.isOver = true
    await Promise.all(clients)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThan(200)
    await expect.poll(counted, { timeout: 15_000 }).toBe(statuses.length)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await counted()).toBe(statuses.length)
  })

  test('wait a few seconds at most for a frozen database, and continue without it', async () => {
    const [one] = await startServers()
    expect(await ask(one)).toBe(200)
    database.signal('SIGSTOP')
    try {
      await expect.poll(() => one.log(), { timeout: 10_000 }).toContain('The database does not answer')
      const from = performance.now()
      for (let index = 0; index < 5; index++) expect(await ask(one)).toBe(200)
      expect(performance.now() - from).toBeLessThan(2000)
      expect((await transcript(one, one.key)).status).toBe(503)
    } finally {
      database.signal('SIGCONT')
    }
    await expect.poll(counted, { timeout: 15_000 }).toBe(6)
  })

  test('stop serving known keys at the end of the grace period', async () => {
    const [one] = await startServers({ PLEAT_DATABASE_GRACE: '2' })
    expect(await ask(one)).toBe(200)
    await database.interrupt()
    try {
      expect(await ask(one)).toBe(200)
      await expect.poll(() => ask(one), { timeout: 10_000, interval: 200 }).toBe(503)
    } finally {
      await database.resume()
    }
    await expect.poll(() => ask(one), { timeout: 10_000 }).toBe(200)
  })

  test('refuse a key within five seconds after the other server revoked it', async () => {
    const [one, other] = await startServers()
    expect([await ask(one), await ask(other, one.key)]).toEqual([200, 200])
    const key = (await one.server.deps.store.keys.listKeys()).find(({ preview }) => one.key.startsWith(preview))!
    await other.server.deps.store.keys.revokeKey(key.id)
    const from = performance.now()
    await expect.poll(() => ask(one), { timeout: 5000, interval: 10 }).toBe(401)
    expect(performance.now() - from).toBeLessThan(5000)
    expect(await ask(other, one.key)).toBe(401)
  })

  test('continue while the database is read-only, and write when it is writable again', async () => {
    const [one] = await startServers()
    expect(await ask(one)).toBe(200)
    await expect.poll(counted).toBe(1)
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`
    await database.run(`alter database ${nameOf(url)} set default_transaction_read_only = on`)
    await database.run(end)
    await expect.poll(() => one.log(), { timeout: 10_000 }).toContain('The database does not answer')
    for (let index = 0; index < 5; index++) expect(await ask(one)).toBe(200)
    await database.run(`alter database ${nameOf(url)} set default_transaction_read_only = off`)
    await database.run(end)
    await expect.poll(counted, { timeout: 15_000 }).toBe(6)
  })

  test('charge a transcript once, on either server and across a crash of the database', async () => {
    const [one, other] = await startServers()
    await one.server.deps.store.accounts.create({ name: 'payer', plan: 'pro', budgetMicroCents: 0 })
    const payer = await one.issueKey('payer')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => transcript(index % 2 ? one : other, payer, 'once-and-only-once')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await database.interrupt('immediate')
    await database.resume()
    await expect
      .poll(async () => (await transcript(other, payer, 'once-and-only-once')).status, { timeout: 10_000 })
      .toBe(200)
    const entries = await database.run("select kind from ledger where kind = 'charge'", nameOf(url))
    expect(entries).toHaveLength(1)
    // Each server reconnects at its own time.
    const problems = async () => (await one.server.deps.store.ledger.verify()).flatMap((each) => each.problems)
    await expect.poll(problems, { timeout: 10_000 }).toEqual([])
  })
})

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
