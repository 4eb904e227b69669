import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TranscriptView, TranscriptWorker } from '../src/routes/transcript-port.ts'
import { openConnection, type RawConnection } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { askForView, makeAccount, talk } from './transcripts.ts'

const VIEW: TranscriptView = {
  kind: 'view',
  hints: { sessionId: undefined, mode: 'balanced', model: 'gpt-4o', provider: 'openai' },
  enhanced: {
    applied: true,
    serviceMd: 'A view.',
    compressedTurns: 5,
    totalTurns: 9,
    savedChars: 40_000,
    savedTokens: 10_000,
    replacedTokens: 12_000,
  },
  rawTail: Buffer.from('[]'),
}

/** Returns the same view for each transcript, when the test releases it. */
class HeldTranscripts implements TranscriptWorker {
  readonly #held: (() => void)[] = []

  get waiting(): number {
    return this.#held.length
  }

  enhance(): Promise<TranscriptView> {
    return new Promise((resolve) => this.#held.push(() => resolve(VIEW)))
  }

  release(): void {
    for (const release of this.#held.splice(0)) release()
  }

  async warmUp(): Promise<void> {}

  async close(): Promise<void> {}
}

const worker = new HeldTranscripts()
let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({ overrides: { transcriptWorker: worker }, secrets: { metricsToken: 'token of the test' } })
})
afterAll(() => proxy.close())

/** Level of a warning in the log. */
const WARNING = 40

const BODY = JSON.stringify({ messages: talk(9) })

/** Sends a request for a view, or the beginning of one. */
async function begin(key: string, body: string): Promise<RawConnection> {
  const connection = await openConnection(proxy.port)
  const head = `POST /v1/tul1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
  connection.socket.write(`${head}Content-Length: ${Buffer.byteLength(BODY)}\r\n\r\n${body}`)
  return connection
}

const logged = () => proxy.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
const requestLines = () => logged().filter(({ msg }) => msg === 'request')
const problems = () => logged().filter(({ level }) => Number(level) >= WARNING)
const heldBytes = () => proxy.server.deps.bodyBudget.held
const openConnections = async () => {
  const metrics = await proxy.server.metrics()
  return metrics?.find(({ name }) => name === 'pleat_connections')?.values[0]?.value
}

/** The fees and the usage of an account. */
async function accounted({ accountId, name }: { accountId: string; name: string }) {
  const { store, usage } = proxy.server.deps
  await usage.flush()
  return {
    fees: await store.ledger.list(accountId, { limit: 9 }),
    usage: await store.usage.list({ accountName: name }),
  }
}

describe('a client that disconnects', () => {
  test('while its view is written pays nothing, and its request is no failure', async () => {
    const account = await makeAccount(proxy, { plan: 'pro' })
    const before = requestLines().length
    const connection = await begin(account.key, BODY)
    await expect.poll(() => worker.waiting).toBe(1)
    connection.socket.destroy()
    await expect.poll(openConnections).toBe(0)
    worker.release()
    await expect.poll(() => requestLines().length).toBe(before + 1)
    expect(requestLines().at(-1)).toMatchObject({ status: 499, path: '/v1/tul1' })
    expect(await accounted(account)).toEqual({ fees: [], usage: [] })
    expect([heldBytes(), problems()]).toEqual([0, []])
  })

  test('in the middle of its upload starts no work, and its request is no failure', async () => {
    const account = await makeAccount(proxy, { plan: 'pro' })
    const before = requestLines().length
    const connection = await begin(account.key, BODY.slice(0, 100))
    await expect.poll(heldBytes).toBe(100)
    connection.socket.destroy()
    await expect.poll(() => requestLines().length).toBe(before + 1)
    expect(requestLines().at(-1)).toMatchObject({ status: 499, path: '/v1/tul1' })
    expect(worker.waiting).toBe(0)
    expect(await accounted(account)).toEqual({ fees: [], usage: [] })
    expect([heldBytes(), problems()]).toEqual([0, []])
  })
})

test('a client that waits for the same view pays for it once, and it is counted', async () => {
  const account = await makeAccount(proxy, { plan: 'pro' })
  const answer = askForView(proxy, account.key, BODY)
  await expect.poll(() => worker.waiting).toBe(1)
  worker.release()
  expect((await answer).status).toBe(200)
  const { fees, usage } = await accounted(account)
  expect(fees).toHaveLength(1)
  expect(usage).toMatchObject([{ model: 'tul1', requests: 1, failed: 0 }])
})
