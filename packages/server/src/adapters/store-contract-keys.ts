import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMIT, type OpenedPlace } from './store-contract-place.ts'

/** Accounts and keys. */
export function describeKeys(opened: OpenedPlace): void {
  describe('keys', () => {
    test('a key leads to its caller, with its own limit or the default one', async () => {
      const { keys } = opened.store
      const limited = await keys.createKey({ name: 'a', plan: 'pro' }, newKey('1', 50))
      const unlimited = await keys.createKey({ name: 'a' }, newKey('2'))
      const caller = { accountId: limited.accountId, accountName: 'a', plan: 'pro', mode: null }
      expect(await keys.findCaller('hash 1')).toEqual({
        ...caller,
        keyId: limited.id,
        requestsPerMinute: 50,
        limits: null,
      })
      expect(await keys.findCaller('hash 2')).toEqual({
        ...caller,
        keyId: unlimited.id,
        requestsPerMinute: DEFAULT_LIMIT,
        limits: null,
      })
    })

    test('an unknown key has no caller until it is created', async () => {
      const { keys } = opened.store
      expect(await keys.findCaller('hash 1')).toBeUndefined()
      await opened.other.keys.createKey({ name: 'a' }, newKey('1'))
      expect(await keys.findCaller('hash 1')).toBeDefined()
    })

    test('creating a key under an unknown name creates the account, under a known name it does not', async () => {
      const { keys } = opened.store
      const first = await keys.createKey({ name: 'a' }, newKey('1'))
      const second = await keys.createKey({ name: 'a' }, newKey('2'))
      expect(second.accountId).toBe(first.accountId)
      expect(await keys.listAccounts()).toEqual([
        {
          id: first.accountId,
          name: 'a',
          plan: 'free',
          budgetMicroCents: 0,
          owedMicroCents: 0,
          createdAt: 1_700_000_000_000,
          credentials: [],
        },
      ])
    })

    test('plan and budget are set if given, also on an existing account, and otherwise unchanged', async () => {
      const { keys } = opened.store
      await keys.createKey({ name: 'a', budgetMicroCents: 12_345_678 }, newKey('1'))
      expect(await keys.findAccount('a')).toMatchObject({ plan: 'free', budgetMicroCents: 12_345_678 })
      await keys.createKey({ name: 'a', plan: 'pro' }, newKey('2'))
      expect(await keys.findAccount('a')).toMatchObject({ plan: 'pro', budgetMicroCents: 12_345_678 })
      expect((await keys.findCaller('hash 1'))?.plan).toBe('pro')
      await keys.createKey({ name: 'a', budgetMicroCents: Number.MAX_SAFE_INTEGER }, newKey('3'))
      expect((await keys.findAccount('a'))?.budgetMicroCents).toBe(Number.MAX_SAFE_INTEGER)
      expect(await keys.findAccount('b')).toBeUndefined()
    })

    test('a key that cannot be created leaves no account behind', async () => {
      const { keys } = opened.store
      await keys.createKey({ name: 'a' }, newKey('1'))
      await expect(keys.createKey({ name: 'b' }, newKey('1'))).rejects.toThrow()
      expect(await keys.findAccount('b')).toBeUndefined()
      expect(await keys.countKeys()).toBe(1)
    })

    test('keys are listed in order of creation, oldest first, including revoked ones', async () => {
      const { keys } = opened.store
      const first = await keys.createKey({ name: 'b' }, newKey('1', 5))
      opened.clock.time += 1000
      const second = await keys.createKey({ name: 'a' }, newKey('2'))
      opened.clock.time += 1000
      await keys.revokeKey(first.id)
      expect(await keys.listKeys()).toEqual([{ ...first, revokedAt: opened.clock.time }, second])
      expect(first).toMatchObject({ accountName: 'b', preview: 'preview 1', requestsPerMinute: 5, revokedAt: null })
    })

    test('a key is revoked by id or by preview, once', async () => {
      const { keys } = opened.store
      const first = await keys.createKey({ name: 'a' }, newKey('1'))
      await keys.createKey({ name: 'a' }, newKey('2'))
      expect(await keys.revokeKey('nobody')).toBe(false)
      expect(await keys.revokeKey(first.id)).toBe(true)
      expect(await keys.revokeKey(first.id)).toBe(false)
      expect(await keys.findCaller('hash 1')).toBeUndefined()
      expect(await keys.findCaller('hash 2')).toBeDefined()
      expect(await keys.revokeKey('preview 2')).toBe(true)
      expect(await keys.findCaller('hash 2')).toBeUndefined()
    })

    test('a preview of two keys revokes neither', async () => {
      const { keys } = opened.store
      await keys.createKey({ name: 'a' }, { ...newKey('1'), preview: 'same' })
      await keys.createKey({ name: 'a' }, { ...newKey('2'), preview: 'same' })
      expect(await keys.revokeKey('same')).toBe(false)
      expect(await keys.findCaller('hash 1')).toBeDefined()
    })

    test('a revocation through another connection is effective within a second', async () => {
      const { keys } = opened.store
      const { id } = await keys.createKey({ name: 'a' }, newKey('1'))
      expect(await keys.findCaller('hash 1')).toBeDefined()
      expect(await keys.findCaller('hash 1')).toBeDefined()
      await opened.other.keys.revokeKey(id)
      const from = performance.now()
      await expect.poll(() => keys.findCaller('hash 1'), { interval: 0.5 }).toBeUndefined()
      expect(performance.now() - from).toBeLessThan(1000)
    })

    test('a lookup during a revocation does not leave the revoked key in the cache', async () => {
      const { keys } = opened.store
      const { id } = await keys.createKey({ name: 'a' }, newKey('1'))
      const during = [keys.findCaller('hash 1'), keys.revokeKey(id), keys.findCaller('hash 1')]
      await Promise.all(during)
      expect(await keys.findCaller('hash 1')).toBeUndefined()
    })
  })
}

function newKey(name: string, requestsPerMinute: number | null = null) {
  return { hash: `hash ${name}`, preview: `preview ${name}`, requestsPerMinute }
}
