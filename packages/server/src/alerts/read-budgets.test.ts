import { expect, test } from 'vitest'
import { ticksOf } from '../adapters/store-contract-place.ts'
import type { LedgerEntry } from '../money/ledger-port.ts'
import { BudgetReader } from './read-budgets.ts'

/** A reader of this many accounts on plan free, whose balances change before every check. */
function openReader(count: number) {
  const accounts = Array.from({ length: count }, (_, index) => ({
    id: `account ${index}`,
    name: `account ${index}`,
    plan: 'free' as const,
    budgetMicroCents: 1000,
    owedMicroCents: 0,
    createdAt: 0,
    credentials: [],
  }))
  const read = new Map<string, number>()
  const reader = new BudgetReader({
    keys: { listAccounts: async () => accounts.map((account) => ({ ...account })) },
    ledger: {
      async findNewestGrant(id) {
        read.set(id, (read.get(id) ?? 0) + 1)
        return { sequence: 1, balanceMicroCents: 1000 } as LedgerEntry
      },
    },
  })
  return {
    read,
    async check() {
      for (const account of accounts) account.budgetMicroCents--
      for (const { account } of await reader.readChanged()) reader.note(account)
    },
  }
}

test('each check continues after the last account of the one before, even if all balances change', async () => {
  const { read, check } = openReader(500)
  for (let checks = 0; checks < 5; checks++) await check()
  expect(read.size).toBe(500)
  expect(new Set(read.values())).toEqual(new Set([2]))
})

test('other requests are served between the reads of two accounts', async () => {
  const { check } = openReader(30)
  expect(await ticksOf(check)).toBeGreaterThanOrEqual(30)
})
