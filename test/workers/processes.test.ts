import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseMetrics, readValue } from '../harness/prometheus-text.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'
import { startWorkers, type WorkerProcesses } from './start-workers.ts'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
const METRICS_TOKEN = 'a-token-of-the-scraper'
const BODY = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello.' }] })
/** Options of `vi.waitFor`, patient enough for a machine busy with other tests. */
const PATIENCE = { timeout: 60_000, interval: 100 }
const LONG_MS = 180_000

let standIn: StandIn
let fleet: WorkerProcesses

vi.setConfig({ testTimeout: LONG_MS })

/** Closes its connection after the response, so that the next request is assigned to the next worker. */
async function ask(key = fleet.key, url = fleet.url): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' }
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body: BODY })
  await response.arrayBuffer()
  return response.status
}

function command(...argv: string[]): string {
  const env = { ...process.env, PLEAT_DATA_DIR: fleet.dataDir }
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...argv, '--json'], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

async function metrics() {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' }
  return parseMetrics(await (await fetch(`${fleet.url}/metrics`, { headers })).text())
}

const served = async () => {
  const requests = (await metrics()).find(({ name }) => name === 'pleat_requests_total')
  const chats = requests?.samples.filter(({ labels }) => labels.route === '/v1/chat/completions') ?? []
  return chats.reduce((sum, { value }) => sum + value, 0)
}

describe('two workers', () => {
  beforeAll(async () => {
    standIn = await startStandIn({})
    fleet = await startWorkers(standIn.url, { PLEAT_METRICS_TOKEN: METRICS_TOKEN, PLEAT_LOG_LEVEL: 'error' })
  }, LONG_MS)

  afterAll(async () => {
    await fleet.close()
    await standIn.close()
  })

  test('print one banner and one first key', () => {
    expect(fleet.output().match(/"url"/g)).toHaveLength(1)
    expect(fleet.output().match(/"key":"pleat_/g)).toHaveLength(1)
    expect(fleet.workerPids()).toHaveLength(2)
  })

  test('serve exactly the limit of a key when ten times as many requests arrive at once', async () => {
    const { key } = JSON.parse(command('keys', 'create', '--account', 'limited', '--rpm', '20')) as { key: string }
    // The limit is per minute, so all requests must fall into one minute.
    const leftMs = 60_000 - (Date.now() % 60_000)
    if (leftMs < 10_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 100))
    const statuses = await Promise.all(Array.from({ length: 200 }, () => ask(key)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(180)
  })

  test('refuse a key in both workers immediately after another process revoked it', async () => {
    const { key } = JSON.parse(command('keys', 'create', '--account', 'gone')) as { key: string }
    expect([await ask(key), await ask(key)]).toEqual([200, 200])
    command('keys', 'revoke', key.slice(0, 12))
    expect([await ask(key), await ask(key)]).toEqual([401, 401])
  })

  test('serve one metrics page with the sums of both', async () => {
    const before = await served()
    for (let index = 0; index < 10; index++) await ask()
    expect(await served()).toBe(before + 10)
    const page = await metrics()
    expect(readValue(page, 'pleat_workers')).toBe(2)
    expect(page.find(({ name }) => name === 'pleat_build_info')?.samples.map(({ value }) => value)).toEqual([1])
  })

  test('are restarted when killed, and no counter decreases', async () => {
    const before = await served()
    const [victim] = fleet.workerPids()
    process.kill(victim!, 'SIGKILL')
    await vi.waitFor(() => expect(fleet.workerPids()).not.toContain(victim), PATIENCE)
    expect(await ask()).toBe(200)
    await vi.waitFor(async () => expect(readValue(await metrics(), 'pleat_workers')).toBe(2), PATIENCE)
    expect(await served()).toBe(before + 1)
    expect(readValue(await metrics(), 'pleat_workers_restarted_total')).toBe(1)
    expect(fleet.output()).toContain('A worker ended. It is restarted after the delay.')
    expect([await ask(), await ask()]).toEqual([200, 200])
  })

  test('write the usage of all requests', async () => {
    const usage = async () => {
      const { usage: rows } = JSON.parse(command('usage')) as { usage: { requests: number }[] }
      return rows.reduce((sum, { requests }) => sum + requests, 0)
    }
    const before = await usage()
    await Promise.all(Array.from({ length: 20 }, () => ask()))
    await vi.waitFor(async () => expect(await usage()).toBe(before + 20), PATIENCE)
  })
})

describe('the processes of two workers', () => {
  afterEach(async () => {
    await fleet.close()
    await standIn.close()
  })

  test('finish responses on SIGTERM, and exit with code 0', async () => {
    standIn = await startStandIn({ answer: () => ({ text: 'Late.', delayMs: 1500 }) })
    fleet = await startWorkers(standIn.url)
    const pids = fleet.workerPids()
    const under = [ask(), ask()]
    await vi.waitFor(() => expect(standIn.requests).toHaveLength(2), PATIENCE)
    fleet.signal('SIGTERM')
    expect(await Promise.all(under)).toEqual([200, 200])
    expect(await fleet.ended).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })

  test('exit when the primary process is killed', async () => {
    standIn = await startStandIn({})
    fleet = await startWorkers(standIn.url)
    const pids = fleet.workerPids()
    fleet.signal('SIGKILL')
    await fleet.ended
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), PATIENCE)
  })

  test('exit when the port is in use, which the error names', async () => {
    standIn = await startStandIn({})
    fleet = await startWorkers(standIn.url)
    const port = new URL(fleet.url).port
    const second = await startWorkers(standIn.url, { PLEAT_PORT: port }).catch(({ message }: Error) => message)
    expect(second).toContain('The server exited with code 1:')
    expect(second).toContain(`error: PLEAT_PORT: port ${port} of 127.0.0.1 is already in use`)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
