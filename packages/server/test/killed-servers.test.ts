import { describe, expect, test } from 'vitest'
import { findPostgres, NO_SERVER } from '../src/adapters/postgres/postgres-server.fixture.ts'
import { hashKey } from '../src/gate/key-format.ts'
import { runKillLoop } from './kill-loop/kill-loop.ts'
import { makeKillPlace } from './kill-loop/kill-place.ts'
import { type KillMoment, startKilledServer } from './kill-loop/start-killed-server.ts'
import { talk } from './transcripts.ts'

/** `npm run bench:kill` plays the same moments many more times. */
const MOMENTS: Readonly<Record<'sqlite' | 'postgres', readonly KillMoment[]>> = {
  sqlite: ['after-charge', 'after-decision'],
  postgres: ['after-decision', 'before-charge'],
}

/** Time for all servers, one after the other, on a busy machine, in milliseconds. */
const ONE_BY_ONE_MS = 300_000

describe.each([
  { store: 'sqlite' as const, isMissing: false, why: '' },
  { store: 'postgres' as const, isMissing: !findPostgres(), why: findPostgres() ? '' : ` (${NO_SERVER})` },
])('a server with $store that is killed$why', ({ store, isMissing }) => {
  test.skipIf(isMissing)(
    'loses no money, key or decision, and charges nothing twice',
    async () => {
      const moments = MOMENTS[store]
      const place = await makeKillPlace(store)
      try {
        const report = await runKillLoop(place, moments)
        expect(report.rounds.map(({ problems }) => problems)).toEqual(moments.map(() => 0))
        expect(report.calls).toBeGreaterThan(moments.length)
        expect(report.repeats).toBeGreaterThan(report.calls)
        expect(report.changedAnswers).toBe(0)
        expect(report.charges).toBe(report.calls)
        expect(report.charged).toBe(report.fees)
        expect(report.fees).toBeGreaterThan(0)
        expect(report.keys).toBeGreaterThan(0)
        expect(report.lostKeys).toBe(0)
        expect(report.decisions).toBeGreaterThan(0)
        expect(report.refusedTalks).toBeGreaterThan(0)
        expect([report.changedTurns, report.refusedAgain]).toEqual([0, 0])
      } finally {
        await place.remove()
      }
    },
    ONE_BY_ONE_MS,
  )
})

test('two servers on one store never charge more than the budget, and share idempotency keys', async () => {
  const place = await makeKillPlace('sqlite')
  const store = await place.openStore()
  const makeKey = async (name: string, budgetMicroCents: number) => {
    const row = { hash: hashKey(`pleat_${name}`), preview: name, requestsPerMinute: 1_000_000 }
    return (await store.keys.createKey({ name, budgetMicroCents }, row)).accountId
  }
  const [first, second] = await Promise.all([startKilledServer(place), startKilledServer(place)])
  const ask = async (i: number, name: string, onceKey: string) => {
    const response = await fetch(`${(i % 2 ? first : second).url}/v1/tul1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer pleat_${name}`,
        'content-type': 'application/json',
        'idempotency-key': onceKey,
      },
      body: JSON.stringify({ messages: talk(12), model_hint: 'claude-opus-5-5' }),
    })
    const { fee_cents = 0 } = (await response.json()) as { fee_cents?: number }
    return { status: response.status, fee: Math.round(fee_cents * 1_000_000) }
  }
  try {
    const rich = await makeKey('rich', 1_000_000_000)
    const repeats = await Promise.all(Array.from({ length: 10 }, (_, i) => ask(i, 'rich', 'the same')))
    const { fee } = repeats[0]!
    expect(repeats).toEqual(Array(10).fill({ status: 200, fee }))
    expect((await store.ledger.findBalance(rich))?.budgetMicroCents).toBe(1_000_000_000 - fee)
    const poor = await makeKey('poor', 3 * fee + 1)
    const calls = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(i, 'poor', `call ${i}`)))
    const fees = calls.filter(({ status }) => status === 200).map((call) => call.fee)
    expect(fees.sort((left, right) => right - left)).toEqual([fee, fee, fee, 1])
    expect(calls.filter(({ status }) => status === 402)).toHaveLength(16)
    expect((await store.ledger.findBalance(poor))?.budgetMicroCents).toBe(0)
    expect((await store.ledger.verify()).flatMap(({ problems }) => problems)).toEqual([])
  } finally {
    for (const { child } of [first, second]) child.kill('SIGKILL')
    await Promise.all([first.ended, second.ended])
    await store.close()
    await place.remove()
  }
})
