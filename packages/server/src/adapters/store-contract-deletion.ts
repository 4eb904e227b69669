import { describe, expect, test } from 'vitest'
import type { DeletedAccount } from '../money/account-port.ts'
import { fillStore } from './filled-store.fixture.ts'
import { sessionRow } from './session-row.fixture.ts'
import type { OpenedPlace } from './store-contract-place.ts'

/** Accounts that are deleted with all their data. */
export function describeDeletion(opened: OpenedPlace): void {
  describe('a deleted account', () => {
    test('loses all its data, and no other account loses any', async () => {
      const { store, other } = opened
      const { anna, bert } = await fillStore(store)
      expect(await store.accounts.delete('anna')).toMatchObject({
        name: 'anna',
        keys: 1,
        credentials: 1,
        sessions: 2,
        usageRows: 1,
        turns: 1,
        objects: 1,
        ledgerEntries: 2,
        budgetMicroCents: 4970,
      })
      const [annas, berts] = [await opened.rowsWith(['anna', anna]), await opened.rowsWith(['bert', bert])]
      expect(annas.map(({ table }) => table)).toEqual(['deleted_accounts'])
      expect(new Set(berts.map(({ table }) => table)).size).toBeGreaterThan(8)
      expect((await other.keys.listAccounts()).map(({ name }) => name)).toEqual(['bert'])
      expect(await other.keys.findAccount('anna')).toBeUndefined()
      expect(await store.keys.findCaller('hash of bert')).toBeDefined()
      expect(await store.sessions.find(bert, 'session of bert')).toBeDefined()
    })

    // Retried if too few reads of the store fell between two parts.
    test('with many rows is deleted in parts, between which others use the store', { retry: 5 }, async () => {
      const { store, other } = opened
      const { anna } = await fillStore(store)
      const [usage] = await store.usage.list({ accountName: 'anna' })
      await store.usage.add(['2026-11-18', '2026-11-19'].map((day) => ({ ...usage!, day })))
      const hashes = Array.from({ length: 900 }, (_, index) => `hash ${index}`)
      await store.sessions.save(hashes.map((hash) => ({ row: sessionRow(anna, hash), tip: hash })))
      const some = hashes.filter((_, place) => place % 150 === 0)
      const countFound = async (): Promise<number> => {
        const found = await Promise.all(some.map((hash) => other.sessions.find(anna, hash)))
        return found.filter((session) => session !== undefined).length
      }
      expect(await countFound()).toBe(some.length)
      let deleted: DeletedAccount | undefined
      const deleting = store.accounts.delete('anna').then((result) => {
        deleted = result
      })
      // A deletion in one statement could look partial to one count, but not to two.
      let partial = 0
      while (deleted === undefined) {
        const found = await countFound()
        if (found > 0 && found < some.length) partial++
        await new Promise(setImmediate)
      }
      await deleting
      expect(deleted).toMatchObject({ sessions: 902, usageRows: 3 })
      expect(partial).toBeGreaterThan(1)
      expect((await opened.rowsWith([anna])).map(({ table }) => table)).toEqual(['deleted_accounts'])
    })

    test('leaves its ledger, which still balances, in an account that accepts no budget, deletion or key', async () => {
      const { store } = opened
      await fillStore(store)
      await store.accounts.delete('anna')
      const findings = await store.ledger.verify()
      expect(findings.map(({ entries, problems }) => [entries, problems])).toEqual([
        [2, []],
        [2, []],
      ])
      const kept = findings.find(({ accountName }) => accountName !== 'bert')!
      expect(kept).toMatchObject({ budgetMicroCents: 4970, owedMicroCents: 0 })
      expect(kept.accountName).toMatch(/^deleted [0-9a-f]{16}$/)
      expect(await store.accounts.addBudget(kept.accountName, 1)).toBeUndefined()
      expect(await store.accounts.delete(kept.accountName)).toBeUndefined()
      const key = { hash: 'a hash', preview: 'a preview', requestsPerMinute: null }
      const creating = store.keys.createKey({ name: kept.accountName, plan: 'pro' }, key)
      await expect(creating).rejects.toThrow(`"${kept.accountName}" is the ledger of a deleted account`)
    })

    test('has its key refused at once, also by another server that cached it', async () => {
      const { store, other } = opened
      await fillStore(store)
      expect(await other.keys.findCaller('hash of anna')).toBeDefined()
      expect(await store.keys.findCaller('hash of anna')).toBeDefined()
      await store.accounts.delete('anna')
      expect(await store.keys.findCaller('hash of anna')).toBeUndefined()
      await expect.poll(() => other.keys.findCaller('hash of anna'), { interval: 0.5 }).toBeUndefined()
    })

    test('may be created again under its name, without a relation to the old one', async () => {
      const { store } = opened
      const { anna } = await fillStore(store)
      await store.accounts.delete('anna')
      const again = await store.accounts.create({ name: 'anna', plan: 'free', budgetMicroCents: 0 })
      expect(again?.id).not.toBe(anna)
      expect(await store.ledger.list(again!.id, { limit: 9 })).toEqual([])
    })

    test('leaves no data of requests in flight, and after a day no id', async () => {
      const { store, clock } = opened
      const { anna } = await fillStore(store)
      const [usage] = await store.usage.list({ accountName: 'anna' })
      await store.accounts.delete('anna')
      await store.usage.add([usage!])
      expect((await opened.rowsWith([anna])).map(({ table }) => table)).toEqual(['deleted_accounts', 'usage'])
      await store.accounts.sweepDeleted()
      expect((await opened.rowsWith([anna])).map(({ table }) => table)).toEqual(['deleted_accounts'])
      clock.time += 25 * 60 * 60_000
      await store.accounts.sweepDeleted()
      expect(await opened.rowsWith([anna])).toEqual([])
    })

    test('is undefined for an unknown name', async () => {
      expect(await opened.store.accounts.delete('nobody')).toBeUndefined()
    })
  })
}
