import { expect, test } from 'vitest'
import type { LedgerEntry } from '../money/ledger-port.ts'
import { AlertWatch } from './alert-watch.ts'

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

/** A watch of three accounts without budget. The first `failures` claims of alerts fail. */
function createWatch(failures: number) {
  const accounts: unknown[] = []
  const claimed = new Set<string>()
  let left = failures
  const watch = new AlertWatch({
    store: {
      alerts: {
        async claim(key) {
          if (left-- > 0) throw new Error('the database is gone')
          if (claimed.has(key)) return false
          claimed.add(key)
          return true
        },
        release: async () => {},
        forget: async () => {},
      },
      keys: { listKeys: async () => [], listAccounts: async () => ACCOUNTS },
      usage: { bills: async () => new Map() },
      ledger: { list: async () => [GRANT] },
    },
    failures: { check: () => [] },
    webhook: {
      async post({ body }) {
        accounts.push((JSON.parse(body) as { data: { account: string } }).data.account)
        return 200
      },
      close: async () => {},
    },
    secret: 'a secret of the test',
    thresholds: [0.8, 1],
    clock: { now: () => 5000 },
    log: { info() {}, warn() {}, error() {} },
    counters: { add() {} },
    everyMs: 1e9,
  })
  return {
    accounts,
    async look() {
      await watch.look()
      await watch.delivered()
    },
  }
}

test.each([1, 2])('an alert is sent once, after %i checks that failed at the store', async (failures) => {
  const { look, accounts } = createWatch(failures)
  for (let check = 0; check < failures; check++) await look()
  expect(accounts).toEqual([])
  await look()
  await look()
  expect(accounts).toEqual(['one', 'two', 'three'])
})
