import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { compressed, compressedRequest, type Encoder, encodingOf } from './bodies/compressed.ts'
import { report } from './support/figures.ts'
import { startIdleProvider } from './support/idle-provider.ts'
import { type Others, startOthers } from './support/others.ts'
import { IS_LONG, SHARE, sized } from './support/run-length.ts'
import { startTarget, type TargetServer } from './support/target-server.ts'
import { postTimed, type TimedResponse } from './support/timed-request.ts'

/** 1.2 GB in MiB. A short run on a busy machine may use more. */
const MAX_RESIDENT = IS_LONG ? 1_144 : 1_250
/** MiB that may remain permanently above the resident memory before the first attack. */
const MAX_KEPT = IS_LONG ? 500 : 600
const REST_MS = sized(15_000, 2_000)

let provider: Awaited<ReturnType<typeof startIdleProvider>>
let server: TargetServer
let others: Others
let keys: string[]
let atStart: number

beforeAll(async () => {
  provider = await startIdleProvider()
  server = await startTarget(provider.url)
  others = await startOthers(server.url, await server.issueKey('other'))
  keys = await Promise.all(Array.from({ length: 8 }, (_, i) => server.issueKey(`attacker-${i}`)))
  atStart = server.resident().now
})
afterAll(async () => {
  await others?.stop()
  await server?.stop()
  await provider?.close()
})

describe('the server survives, serves others and stays within its memory limit', () => {
  test.for(sized(['', 'off'], ['']))(
    'messages of many parts, again and again, with X-Service-Compression "%s"',
    { timeout: 240_000 },
    async (wish, context) => {
      await attack(context, sized(40, 5), async (i) => {
        const body = bodyOfParts({ messages: 10, parts: 16_000 * SHARE, salt: `${wish}${i}` })
        return send(0, body, wish ? { 'x-service-compression': wish } : {})
      })
    },
  )

  test('messages of many parts as a few kilobytes of brotli', { timeout: 240_000 }, async (context) => {
    const bodies = await Promise.all(
      Array.from({ length: sized(20, 3) }, (_, i) =>
        compressed('br', bodyOfParts({ messages: 60, parts: 18_000 * SHARE, salt: `br${i}` })),
      ),
    )
    await attack(context, bodies.length, (i) => send(0, bodies[i]!, { 'content-encoding': 'br' }))
  })

  test.for(sized<Encoder[]>(['gzip', 'deflate', 'br', 'zstd'], ['gzip']))(
    'bodies of 31 MB at once in %s',
    { timeout: 120_000 },
    async (encoder, context) => {
      const body = await compressedRequest(encoder, 31)
      await attackAtOnce(context, { encoder, body, count: sized(10, 4), accounts: 1 })
    },
  )

  test.for(sized([40, 80], [16]))(
    '%i bodies of 31 MB at once of eight accounts',
    { timeout: 120_000 },
    async (count, context) => {
      await attackAtOnce(context, { encoder: 'br', body: await compressedRequest('br', 31), count, accounts: 8 })
    },
  )

  test.for(sized<Encoder[]>(['gzip', 'br', 'zstd'], ['zstd']))(
    'bodies far beyond the size limit at once in %s',
    { timeout: 120_000 },
    async (encoder, context) => {
      const body = await compressedRequest(encoder, sized(1024, 128))
      const statuses = await attackAtOnce(context, { encoder, body, count: sized(10, 5), accounts: 8 })
      expect(statuses).not.toContain(200)
    },
  )

  test('bodies whose decoder needs a window of 128 MB', { timeout: 120_000 }, async (context) => {
    const encoder = 'zstd of the widest window'
    const body = await compressedRequest(encoder, sized(200, 130))
    const statuses = await attackAtOnce(context, { encoder, body, count: sized(20, 8), accounts: 8 })
    expect(statuses).not.toContain(200)
  })

  test('most of the memory is free again after a pause', { timeout: 60_000 }, async (context) => {
    await others.during(() => sleep(REST_MS))
    const { now, peak } = server.resident()
    report(context, { atStart, resident: now, peak })
    expect(now).toBeLessThan(atStart + MAX_KEPT)
  })
})

function bodyOfParts({ messages, parts, salt }: { messages: number; parts: number; salt: string }): Buffer {
  const empty = '{"type":"text","text":""},'.repeat(parts).slice(0, -1)
  const list = Array.from(
    { length: messages },
    (_, i) => `{"role":"user","content":[{"type":"text","text":"${salt}.${i}"},${empty}]}`,
  )
  return Buffer.from(`{"model":"gpt-4o","messages":[${list.join()}]}`)
}

function send(account: number, body: Buffer, headers: Readonly<Record<string, string>>): Promise<TimedResponse> {
  return postTimed(`${server.url}/v1/chat/completions`, { key: keys[account]!, body, headers })
}

interface Bombs {
  readonly encoder: Encoder
  readonly body: Buffer
  readonly count: number
  readonly accounts: number
}

function attackAtOnce(context: TestContext, { encoder, body, count, accounts }: Bombs): Promise<number[]> {
  const headers = { 'content-encoding': encodingOf(encoder) }
  const all = () => Array.from({ length: count }, (_, i) => send(i % accounts, body, headers))
  return watched(context, `${count} of ${body.length} bytes`, () => Promise.all(all()))
}

function attack(
  context: TestContext,
  count: number,
  sendOne: (i: number) => Promise<TimedResponse>,
): Promise<number[]> {
  return watched(context, `${count}, one by one`, async () => {
    const answers: TimedResponse[] = []
    for (let i = 0; i < count && server.isAlive(); i++) answers.push(await sendOne(i))
    return answers
  })
}

async function watched(context: TestContext, sent: string, work: () => Promise<TimedResponse[]>): Promise<number[]> {
  server.resetPeak()
  const { result: answers, small, middle } = await others.during(work)
  const alive = server.isAlive()
  const { now, peak } = server.resident()
  const statuses = [...new Set(answers.map(({ status }) => status))].sort()
  const figures = {
    smallP99: small.p99,
    smallMax: small.longest,
    middleP99: middle.p99,
    failed: small.failed + middle.failed,
  }
  report(context, { sent, status: statuses.join(' '), resident: now, peak, ...figures, alive })
  expect(alive).toBe(true)
  for (const status of statuses) expect.soft([200, 400, 413, 503]).toContain(status)
  for (const { status, headers } of answers) if (status === 503) expect.soft(headers['retry-after']).toMatch(/^\d+$/)
  expect.soft(small.failed + middle.failed).toBe(0)
  expect.soft(peak).toBeLessThan(MAX_RESIDENT)
  return statuses
}
