import { describe, expect, test } from 'vitest'
import type { OpenedPlace } from './store-contract-place.ts'

/** Objects at providers, and the accounts that created them. */
export function describeObjects(opened: OpenedPlace): void {
  describe('objects at providers', () => {
    const addAccount = async (name: string): Promise<string> => {
      const row = { hash: `hash of ${name}`, preview: name, requestsPerMinute: null }
      return (await opened.store.keys.createKey({ name }, row)).accountId
    }

    test('belong to the account that claimed them, and to none before', async () => {
      const accountId = await addAccount('a')
      const { objects } = opened.store
      expect(await objects.findOwners(['one', 'two'])).toEqual(new Map())
      await objects.claim(accountId, ['one', 'one'], null)
      expect(await opened.other.objects.findOwners(['one', 'two'])).toEqual(new Map([['one', accountId]]))
    })

    test('keep their first owner, and a claim of several takes the free ones', async () => {
      const [a, b] = [await addAccount('a'), await addAccount('b')]
      await opened.store.objects.claim(a, ['one'], null)
      await opened.other.objects.claim(b, ['one', 'two'], null)
      const owners = await opened.store.objects.findOwners(['one', 'two'])
      expect(owners).toEqual(
        new Map([
          ['one', a],
          ['two', b],
        ]),
      )
    })

    test('are removed by their owner only', async () => {
      const [a, b] = [await addAccount('a'), await addAccount('b')]
      const { objects } = opened.store
      await objects.claim(a, ['one'], null)
      await objects.forget(b, 'one')
      expect(await objects.findOwners(['one'])).toEqual(new Map([['one', a]]))
      await objects.forget(a, 'one')
      expect(await objects.findOwners(['one'])).toEqual(new Map())
    })

    test('are removed when they expire, and not before', async () => {
      const accountId = await addAccount('a')
      const { objects } = opened.store
      await objects.claim(accountId, ['short'], 1000)
      await objects.claim(accountId, ['long'], null)
      await objects.forgetExpired(1000)
      expect((await objects.findOwners(['short', 'long'])).size).toBe(2)
      await opened.other.objects.forgetExpired(1001)
      expect([...(await objects.findOwners(['short', 'long'])).keys()]).toEqual(['long'])
    })

    test('show whether another account has any', async () => {
      const [a, b] = [await addAccount('a'), await addAccount('b')]
      const { objects } = opened.store
      expect(await objects.hasOthers(a)).toBe(false)
      await objects.claim(a, ['one'], null)
      expect(await objects.hasOthers(a)).toBe(false)
      expect(await opened.other.objects.hasOthers(b)).toBe(true)
      await objects.forget(a, 'one')
      await objects.claim(b, ['two'], null)
      expect(await opened.other.objects.hasOthers(a)).toBe(true)
      expect(await objects.hasOthers(b)).toBe(false)
    })

    test('are claimed and found by the thousand', async () => {
      const accountId = await addAccount('a')
      const many = Array.from({ length: 1234 }, (_, index) => `id ${index}`)
      await opened.store.objects.claim(accountId, many, null)
      await opened.store.objects.claim(accountId, [], null)
      expect((await opened.store.objects.findOwners([...many, 'none'])).size).toBe(1234)
      expect((await opened.store.objects.findOwners([])).size).toBe(0)
    })

    test('of an unknown account are not stored', async () => {
      await expect(opened.store.objects.claim('nobody', ['one'], null)).rejects.toThrow()
      expect(await opened.store.objects.findOwners(['one'])).toEqual(new Map())
    })
  })
}
