import { describe, expect, test } from 'vitest'
import type { LedgerFinding } from '../../packages/server/src/money/ledger-port.ts'
import { type CheckOptions, check } from './check.ts'
import type { Fault } from './faults.ts'
import type { Failure, LoadResult } from './load.ts'

const LANE = { keyId: 'key-1', key: 'pleat_1' }
const BUDGET = 1000

interface World {
  readonly digests?: readonly string[]
  readonly stored?: number
  readonly charges?: number
  readonly failures?: readonly Failure[]
  readonly faults?: readonly Fault[]
  readonly problems?: readonly string[]
  readonly answeredAt?: number
}

/** A load of one chat and one transcript, in which everything is correct unless stated otherwise. */
function optionsFor(world: World): CheckOptions {
  const { digests = ['d'], stored = 1, charges = 1, failures = [], faults = [], problems = [], answeredAt = 0 } = world
  const answered = { lane: LANE, node: 'node-1', at: answeredAt }
  const result: LoadResult = {
    chats: [{ ...answered, call: 'talk 2 0' }],
    transcripts: [{ ...answered, call: 'transcript key-1 0', feeMicroCents: 10 }],
    failures: [...failures],
    givenUp: [],
  }
  const finding: Partial<LedgerFinding> = { accountName: 'bench', problems }
  const store = {
    usage: { list: async () => [{ keyId: LANE.keyId, model: 'gpt-4o', requests: stored }] },
    ledger: {
      verify: async () => [finding],
      findBalance: async () => ({ budgetMicroCents: BUDGET - 10 * charges }),
      list: async () => Array.from({ length: charges }, () => ({ kind: 'charge' })),
    },
  }
  return {
    result,
    target: { url: '', store: store as never, problems: () => new Map(), close: async () => {} },
    lanes: [LANE],
    accountId: 'a',
    budgetMicroCents: BUDGET,
    arrivals: new Map([['talk 2 0', { digests }]]),
    faults,
    reference: new Map([['talk 0', 'd']]),
  }
}

const KILL: Fault = { name: 'kill-node', node: 'node-1', at: 10_000, endedAt: 12_000 }
const RESTART: Fault = { name: 'restart-postgres', at: 10_000, endedAt: 12_000 }
const cutAt = (at: number): Failure => ({ call: 'talk 2 0', at, kind: 'cut', text: '502' })
const refusedAt = (at: number): Failure => ({ call: 'transcript key-1 0', at, kind: 'answered', text: '503 gone' })

describe('a check of a load', () => {
  test.each<{ name: string; world: World; wrong: number }>([
    { name: 'finds nothing if everything is correct', world: {}, wrong: 0 },
    { name: 'reports a body that differs from that of one node alone', world: { digests: ['e'] }, wrong: 1 },
    { name: 'reports a repeated request with a different body', world: { digests: ['d', 'e'] }, wrong: 1 },
    { name: 'reports a request that is counted twice', world: { stored: 2 }, wrong: 1 },
    {
      name: 'accepts two counts of a request that was sent twice',
      world: { stored: 2, digests: ['d', 'd'] },
      wrong: 0,
    },
    { name: 'reports a charge made twice', world: { charges: 2 }, wrong: 2 },
    { name: 'reports a problem of the ledger', world: { problems: ['sum'] }, wrong: 1 },
    {
      name: 'reports a broken connection without a kill',
      world: { failures: [cutAt(10_500)], faults: [RESTART] },
      wrong: 1,
    },
    { name: 'accepts a broken connection at a kill', world: { failures: [cutAt(10_500)], faults: [KILL] }, wrong: 0 },
    {
      name: 'accepts a refused transcript while PostgreSQL restarts',
      world: { failures: [refusedAt(11_000)], faults: [RESTART] },
      wrong: 0,
    },
    {
      name: 'reports a refused transcript while PostgreSQL runs',
      world: { failures: [refusedAt(90_000)], faults: [RESTART] },
      wrong: 1,
    },
    {
      name: 'accepts usage that a killed node had not written',
      world: { stored: 0, faults: [KILL], answeredAt: 9_900 },
      wrong: 0,
    },
    {
      name: 'reports lost usage that a killed node had time to write',
      world: { stored: 0, faults: [KILL], answeredAt: 9_000 },
      wrong: 1,
    },
  ])('$name', async ({ world, wrong }) => {
    expect((await check(optionsFor(world))).wrong).toHaveLength(wrong)
  })
})
