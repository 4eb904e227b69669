import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../src/adapters/sqlite/open-sqlite-store.ts'
import { hashKey } from '../src/gate/key-format.ts'
import { type KillMoment, runKillLoop, startKilledServer } from './kill-loop.ts'
import { talk } from './transcripts.ts'

/** `node bench/tul1/kill.ts` does the same for longer. */
const MOMENTS: readonly KillMoment[] = ['after-charge', 'before-charge', 'whenever', 'whenever']

/** Time for five servers in turn on a busy machine. */
const ONE_BY_ONE_MS = 120_000

test(
  'a server that is killed around a charge loses no money and charges nothing twice',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pleat-killed-'))
    try {
      const report = await runKillLoop(dataDir, MOMENTS)
      expect(report.rounds.map(({ problems }) => problems)).toEqual(MOMENTS.map(() => 0))
      expect(report.calls).toBeGreaterThan(MOMENTS.length)
      expect(report.repeats).toBeGreaterThan(report.calls)
      expect(report.changedAnswers).toBe(0)
      expect(report.charges).toBe(report.calls)
      expect(report.charged).toBe(report.fees)
      expect(report.fees).toBeGreaterThan(0)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  ONE_BY_ONE_MS,
)

test('two servers on one store never charge more than the budget, and share idempotency keys', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-two-'))
  const store = await openSqliteStore({ dataDir, requestsPerMinute: 1_000_000 })
  const makeKey = async (name: string, budgetMicroCents: number) => {
    const row = { hash: hashKey(`pleat_${name}`), preview: name, requestsPerMinute: null }
    return (await store.keys.createKey({ name, budgetMicroCents }, row)).accountId
  }
  const [first, second] = await Promise.all([
    startKilledServer(dataDir, 'never', 0),
    startKilledServer(dataDir, 'never', 0),
  ])
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
    rmSync(dataDir, { recursive: true, force: true })
  }
})
