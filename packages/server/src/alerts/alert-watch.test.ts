import { describe, expect, test } from 'vitest'
import { ticksOf } from '../adapters/store-contract-place.ts'
import type { LedgerEntry } from '../money/ledger-port.ts'
import type { Alert } from './alert.ts'
import type { AlertClaim } from './alert-ports.ts'
import { AlertWatch, type AlertWatchDeps } from './alert-watch.ts'

const ACCOUNTS = ['one', 'two', 'three'].map((name) => ({
  id: name,
  name,
  plan: 'free' as const,
  budgetMicroCents: 0,
  owedMicroCents: 0,
  createdAt: 0,
  credentials: [],
}))
const GRANT = { book: 'budget', kind: 'grant', sequence: 1, balanceMicroCents: 1_000_000 } as unknown as LedgerEntry
const FAILURE: Alert = {
  kind: 'store_failing',
  severity: 'critical',
  key: 'store_failing host',
  quietMs: 1000,
  message: 'the store failed',
  data: {},
}

/** A watch of three accounts without budget. The first `failedClaims` claims of alerts fail. */
function createWatch({ failedClaims = 0, failures = [] as readonly Alert[], status = 200 } = {}) {
  const state = { claims: new Map<string, AlertClaim>(), failedClaims, isGone: false, now: 5000, status }
  const posted: { readonly type: string; readonly data: { readonly account?: string } }[] = []
  const warnings: string[] = []
  const failIfGone = () => {
    if (state.isGone) throw new Error('the database is gone')
  }
  const alerts: AlertWatchDeps['store']['alerts'] = {
    async claim(key) {
      failIfGone()
      if (state.failedClaims-- > 0) throw new Error('the disk is full')
      const claim = state.claims.get(key) ?? 'claimed'
      if (claim === 'claimed') state.claims.set(key, 'sending')
      return claim
    },
    async confirm(key) {
      failIfGone()
      state.claims.set(key, 'sent')
    },
    async release(key) {
      failIfGone()
      state.claims.delete(key)
    },
    forget: async () => {},
  }
  const watch = new AlertWatch({
    store: {
      alerts,
      keys: {
        async listKeys() {
          failIfGone()
          return []
        },
        listAccounts: async () => ACCOUNTS,
      },
      usage: { bills: async () => new Map() },
      ledger: { findNewestGrant: async () => GRANT },
    },
    failures: { check: () => failures },
    webhook: {
      async post({ body }) {
        if (state.status === 200) posted.push(JSON.parse(body))
        return state.status
      },
      close: async () => {},
    },
    secret: 'a secret of the test',
    thresholds: [0.8, 1],
    clock: { now: () => state.now },
    log: { info() {}, warn: (_fields, message) => warnings.push(message), error() {} },
    counters: { add() {} },
    everyMs: 1e9,
    pausesMs: [],
  })
  return {
    state,
    warnings,
    accounts: () => posted.flatMap(({ data: { account } }) => account ?? []),
    types: () => posted.map(({ type }) => type),
    async look() {
      await watch.look()
      await watch.delivered()
    },
  }
}

describe('an alert about a budget', () => {
  test.each([1, 2])('is sent once, after %i checks that failed at the store', async (failedClaims) => {
    const { look, accounts, state } = createWatch({ failedClaims })
    for (let check = 0; check < failedClaims; check++) await look()
    expect(accounts()).toEqual([])
    await look()
    await look()
    expect(accounts()).toEqual(['one', 'two', 'three'])
    expect([...state.claims.values()]).toEqual(['sent', 'sent', 'sent'])
  })

  test('is raised again until the process that claimed it has sent it or its claim has expired', async () => {
    const { look, state, accounts } = createWatch()
    for (const { id } of ACCOUNTS) state.claims.set(`tul1_budget ${id} 1 1`, 'sending')
    await look()
    expect(accounts()).toEqual([])
    state.claims.delete('tul1_budget one 1 1')
    state.claims.set('tul1_budget two 1 1', 'sent')
    await look()
    expect(accounts()).toEqual(['one'])
    state.claims.clear()
    await look()
    expect(accounts()).toEqual(['one', 'three'])
  })
})

describe('an alert about a failure', () => {
  test('is sent once in its quiet time while the store fails, and after it', async () => {
    const { look, state, types, warnings } = createWatch({ failures: [FAILURE] })
    state.isGone = true
    await look()
    await look()
    state.now += 999
    await look()
    expect(types()).toEqual(['pleat.store_failing'])
    state.now += 1
    await look()
    expect(types()).toEqual(['pleat.store_failing', 'pleat.store_failing'])
    expect(warnings).toContain('The store could not record an alert; other servers may send it too.')
    state.isGone = false
    await look()
    expect(types().slice(2)).toEqual(Array(3).fill('pleat.tul1_budget'))
  })

  test('is sent while the store can be read but not written', async () => {
    const { look, types } = createWatch({ failures: [FAILURE], failedClaims: 2 })
    await look()
    expect(types()).toEqual(['pleat.store_failing'])
  })

  test('is raised again after it could not be sent', async () => {
    const { look, state, types } = createWatch({ failures: [FAILURE], status: 404 })
    state.isGone = true
    await look()
    state.status = 200
    await look()
    expect(types()).toEqual(['pleat.store_failing'])
  })

  test('is sent after the clock was set back', async () => {
    const { look, state, types } = createWatch({ failures: [FAILURE] })
    state.isGone = true
    await look()
    state.now -= 500
    await look()
    expect(types()).toHaveLength(2)
  })
})

test('other requests are served between two alerts of a check', async () => {
  const failures = Array.from({ length: 40 }, (_, index) => ({ ...FAILURE, key: `store_failing ${index}` }))
  const { look, types } = createWatch({ failures })
  expect(await ticksOf(look)).toBeGreaterThanOrEqual(40)
  expect(types()).toHaveLength(43)
})
