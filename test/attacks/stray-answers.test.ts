import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../stand-in/seeded-random.ts'
import { report } from './support/figures.ts'
import {
  ALL_WAYS,
  GOOD_WAYS,
  type HostileProvider,
  startHostileProvider,
  type Way,
} from './support/hostile-provider.ts'
import { sized } from './support/run-length.ts'
import { startTarget, type TargetServer } from './support/target-server.ts'
import { postTimed, type TimedResponse } from './support/timed-request.ts'

const REQUESTS = sized(12_000, 600)
const TENANTS = 8
const AT_ONCE = 48
/** Milliseconds after which a response counts as hanging. */
const HUNG_MS = 15_000

let provider: HostileProvider
let server: TargetServer
let tenants: { readonly name: string; readonly key: string; readonly agent: Agent }[]

beforeAll(async () => {
  provider = await startHostileProvider()
  server = await startTarget(provider.url, { variables: { PLEAT_LOG_LEVEL: 'fatal' } })
  tenants = []
  for (let i = 0; i < TENANTS; i++) {
    tenants.push({ name: `t${i}`, key: await server.issueKey(`t${i}`), agent: new Agent({ keepAlive: true }) })
  }
})
afterAll(async () => {
  for (const { agent } of tenants ?? []) agent.destroy()
  await server?.stop()
  provider?.close()
})

test('responses reach no other account and arrive whole, whatever else a provider sends', {
  timeout: 300_000,
}, async (context) => {
  const random = seededRandom(5)
  const seen = { own: 0, none: 0, ofSameAccount: 0, ofOtherAccount: 0, hung: 0, damagedGood: 0 }
  // Half of the requests get a well-behaved response.
  const ways = [...ALL_WAYS, ...GOOD_WAYS, ...GOOD_WAYS, ...GOOD_WAYS]
  let next = 0
  async function work(): Promise<void> {
    while (next < REQUESTS) {
      const i = next++
      const tenant = i % TENANTS
      const nonce = `t${tenant}.${i}`
      const way = ways[Math.floor(random() * ways.length)]!
      const fate = random()
      const isAborted = fate < 0.15
      const answer = await ask(tenant, {
        nonce,
        way,
        ...(isAborted && { abortAfterMs: fate * 80 }),
        size: sizeOf(way, random()),
      })
      if (answer.ms > HUNG_MS) seen.hung++
      const got = [...`${answer.headers['x-nonce'] ?? ''} ${answer.text}`.matchAll(/(t\d)\.(\d+)(\.stray)?/g)]
      if (got.some(([, name]) => name !== `t${tenant}`)) seen.ofOtherAccount++
      else if (got.some(([whole]) => whole !== nonce)) seen.ofSameAccount++
      else if (got.length > 0) seen.own++
      else seen.none++
      if (GOOD_WAYS.includes(way) && !isAborted && !isWhole(way, nonce, answer)) seen.damagedGood++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  report(context, { requests: REQUESTS, ...seen, damaged: provider.damaged.length, descriptors: server.descriptors() })
  expect(server.isAlive()).toBe(true)
  expect(seen.ofOtherAccount).toBe(0)
  expect(seen.hung).toBe(0)
  expect(seen.damagedGood).toBe(0)
  expect(seen.own).toBeGreaterThan(REQUESTS / 2)
  expect(provider.damaged).toEqual([])
})

/** True if a well-behaved response arrived completely. A broken response has the status 0. */
function isWhole(way: Way, nonce: string, { status, text }: TimedResponse): boolean {
  return status === (way === 'refused' ? 400 : 200) && text.includes(`"nonce":"${nonce}"`)
}

/** Bodies of early responses must be so long that the response arrives before their end. */
function sizeOf(way: Way, chance: number): number {
  if (way.startsWith('early')) return 400_000
  return chance < 0.3 ? 20_000 : 200
}

function ask(
  tenant: number,
  { nonce, way, size, abortAfterMs }: { nonce: string; way: Way; size: number; abortAfterMs?: number },
): Promise<TimedResponse> {
  const { key, agent } = tenants[tenant]!
  return postTimed(`${server.url}/v1/chat/completions`, {
    key,
    agent,
    body: JSON.stringify({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: `<${nonce}> ${'so on '.repeat(size / 6)}` }],
    }),
    headers: { 'x-test-nonce': nonce, 'x-test-way': way, 'x-service-compression': 'off' },
    ...(abortAfterMs !== undefined && { abortAfterMs }),
  })
}
