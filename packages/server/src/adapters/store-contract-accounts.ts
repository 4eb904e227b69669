import { describe, expect, test } from 'vitest'
import type { OpenedPlace } from './store-contract-place.ts'

/** Accounts as the operator changes them. */
export function describeAccounts(opened: OpenedPlace): void {
  describe('accounts', () => {
    const sums = async () => (await opened.store.ledger.verify()).map(({ problems }) => problems)

    test('an account is created once', async () => {
      const { accounts, keys } = opened.store
      const made = await accounts.create({ name: 'a', plan: 'pro', budgetMicroCents: 5 })
      expect(made).toMatchObject({ name: 'a', plan: 'pro', budgetMicroCents: 5, owedMicroCents: 0 })
      expect(made?.createdAt).toBe(opened.clock.time)
      expect(await opened.other.accounts.create({ name: 'a', plan: 'free', budgetMicroCents: 7 })).toBeUndefined()
      expect(await keys.findAccount('a')).toEqual(made)
      expect(await sums()).toEqual([[]])
    })

    test('a change of the plan reaches a cached caller, within a second from another connection', async () => {
      const { accounts, keys } = opened.store
      await keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
      expect((await keys.findCaller('h'))?.plan).toBe('free')
      expect((await accounts.setPlan('a', 'pro'))?.plan).toBe('pro')
      expect((await keys.findCaller('h'))?.plan).toBe('pro')
      await opened.other.accounts.setPlan('a', 'free')
      await expect.poll(async () => (await keys.findCaller('h'))?.plan, { interval: 0.5 }).toBe('free')
      expect(await accounts.setPlan('b', 'pro')).toBeUndefined()
    })

    test('additions to a budget add up, and the ledger contains them and the earlier budget', async () => {
      const { accounts, keys, ledger } = opened.store
      await keys.createKey({ name: 'a', budgetMicroCents: 10 }, { hash: 'h', preview: 'p', requestsPerMinute: null })
      await opened.other.accounts.addBudget('a', 5)
      await keys.createKey({ name: 'a', budgetMicroCents: 3 }, { hash: 'i', preview: 'p', requestsPerMinute: null })
      const added = await accounts.addBudget('a', 4)
      expect(added).toMatchObject({ kind: 'added', account: { budgetMicroCents: 7 } })
      const { id } = (await keys.findAccount('a'))!
      const entries = await ledger.list(id, { limit: 10 })
      expect(entries.map((entry) => [entry.sequence, entry.kind, entry.amountMicroCents])).toEqual([
        [4, 'budget-added', 4],
        [3, 'budget-set', -12],
        [2, 'budget-added', 5],
        [1, 'opening', 10],
      ])
      expect(entries.map((entry) => entry.balanceMicroCents)).toEqual([7, 3, 15, 10])
      expect(await accounts.addBudget('b', 1)).toBeUndefined()
      expect(await sums()).toEqual([[]])
    })

    test('an addition with an idempotency key is made once, and another one with that key is refused', async () => {
      const { accounts } = opened.store
      await accounts.create({ name: 'a', plan: 'free', budgetMicroCents: 0 })
      const once = { keyHash: 'k', bodyHash: 'b' }
      const repeated = [accounts.addBudget('a', 5, once), accounts.addBudget('a', 5, once)]
      for (const outcome of [...(await Promise.all(repeated)), await opened.other.accounts.addBudget('a', 5, once)]) {
        expect(outcome).toMatchObject({ kind: 'added', account: { budgetMicroCents: 5 } })
      }
      expect(await accounts.addBudget('a', 6, { ...once, bodyHash: 'c' })).toEqual({ kind: 'mismatch' })
      expect(await sums()).toEqual([[]])
    })

    test('an owed amount is paid in part or in whole, once per idempotency key, and never beyond', async () => {
      const { accounts, keys, ledger } = opened.store
      const caller = { name: 'a', plan: 'pro' as const }
      await keys.createKey(caller, { hash: 'h', preview: 'p', requestsPerMinute: null })
      const { accountId, keyId } = (await keys.findCaller('h'))!
      const fee = { microCents: 50, sharePercent: 20 }
      const saved = { savedTokens: 1, priceName: 'p', microDollarsPerMillion: 1, once: undefined }
      await ledger.charge({ accountId, keyId, ...saved, fees: { free: fee, pro: fee } })
      expect(await accounts.settle('a', 51)).toEqual({ kind: 'too-much', owedMicroCents: 50 })
      const once = { keyHash: 'k', bodyHash: 'b' }
      const repeated = [accounts.settle('a', 20, once), accounts.settle('a', 20, once)]
      for (const outcome of [...(await Promise.all(repeated)), await opened.other.accounts.settle('a', 20, once)])
        expect(outcome).toMatchObject({ kind: 'settled', account: { owedMicroCents: 30 } })
      expect(await accounts.settle('a', 21, { ...once, bodyHash: 'c' })).toEqual({ kind: 'mismatch' })
      expect(await accounts.settle('a', 'all')).toMatchObject({ kind: 'settled', microCents: 30 })
      expect(await accounts.settle('a', 'all')).toMatchObject({ kind: 'settled', microCents: 0 })
      expect(await accounts.settle('b', 'all')).toBeUndefined()
      const entries = await ledger.list(accountId, { limit: 10 })
      expect(entries.map((entry) => [entry.kind, entry.book, entry.amountMicroCents, entry.balanceMicroCents])).toEqual(
        [
          ['settled', 'owed', -30, 0],
          ['settled', 'owed', -20, 30],
          ['charge', 'owed', 50, 50],
        ],
      )
      expect(await sums()).toEqual([[]])
    })

    test('a budget that cannot be represented exactly is refused', async () => {
      const { accounts, keys } = opened.store
      await accounts.create({ name: 'a', plan: 'free', budgetMicroCents: Number.MAX_SAFE_INTEGER })
      await expect(accounts.addBudget('a', 1)).rejects.toThrow(RangeError)
      expect((await keys.findAccount('a'))?.budgetMicroCents).toBe(Number.MAX_SAFE_INTEGER)
      expect(await sums()).toEqual([[]])
    })
  })
}
