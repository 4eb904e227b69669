import { describe, expect, test } from 'vitest'
import type { OpenedPlace } from './store-contract-place.ts'

/** Sealed credentials, and the corrections of token estimates. */
export function describeCredentials(opened: OpenedPlace): void {
  describe('credentials', () => {
    test('each account and provider has its own, replaced and removed separately', async () => {
      const { keys, credentials } = opened.store
      const { accountId } = await keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
      await credentials.set(accountId, 'openai', 'one')
      await credentials.set(accountId, 'anthropic', 'two')
      await credentials.set(accountId, 'openai', 'three')
      expect(await credentials.find(accountId, 'openai')).toBe('three')
      expect((await keys.listAccounts())[0]?.credentials).toEqual(['anthropic', 'openai'])
      await credentials.set(accountId, 'openai', undefined)
      expect(await credentials.find(accountId, 'openai')).toBeUndefined()
      expect(await opened.other.credentials.find(accountId, 'anthropic')).toBe('two')
      expect((await keys.listAccounts())[0]?.credentials).toEqual(['anthropic'])
    })

    test('an unknown account has none', async () => {
      await expect(opened.store.credentials.set('nobody', 'openai', 'one')).rejects.toThrow()
      expect(await opened.store.credentials.find('nobody', 'openai')).toBeUndefined()
    })
  })

  describe('sealed credentials as a whole', () => {
    const addAccounts = async () => {
      const { keys, credentials } = opened.store
      const ids: string[] = []
      for (const name of ['a', 'b']) {
        const { accountId } = await keys.createKey({ name }, { hash: name, preview: name, requestsPerMinute: null })
        ids.push(accountId)
        await credentials.set(accountId, 'openai', `old ${name}`)
      }
      return ids
    }

    test('are listed, and replaced in one transaction', async () => {
      const ids = await addAccounts()
      const listed = await opened.other.credentials.list()
      const expected = ids.map((accountId, index) => ({ accountId, provider: 'openai', sealed: `old ${'ab'[index]}` }))
      expect([...listed].sort((a, b) => a.sealed.localeCompare(b.sealed))).toEqual(expected)
      const changes = expected.map((each) => ({ ...each, provider: 'openai' as const, to: `new ${each.sealed}` }))
      expect(await opened.store.credentials.replace(changes)).toBe(2)
      expect(await opened.other.credentials.find(ids[0]!, 'openai')).toBe('new old a')
      expect(await opened.other.credentials.find(ids[1]!, 'openai')).toBe('new old b')
    })

    test('are not replaced if they were set after the read, and are removed on request', async () => {
      const [a, b] = (await addAccounts()) as [string, string]
      await opened.other.credentials.set(a, 'openai', 'set meanwhile')
      const replaced = await opened.store.credentials.replace([
        { accountId: a, provider: 'openai', sealed: 'old a', to: 'new a' },
        { accountId: b, provider: 'openai', sealed: 'old b', to: undefined },
      ])
      expect(replaced).toBe(1)
      expect(await opened.store.credentials.find(a, 'openai')).toBe('set meanwhile')
      expect(await opened.store.credentials.find(b, 'openai')).toBeUndefined()
    })
  })

  describe('calibration', () => {
    test('the last row of each model is kept', async () => {
      const { calibration } = opened.store
      expect(await calibration.load()).toEqual([])
      await calibration.save({ model: 'b', factor: 1.25, samples: 1 })
      await calibration.save({ model: 'a', factor: 0.9, samples: 3 })
      await calibration.save({ model: 'b', factor: 1.3, samples: 2 })
      expect(await opened.other.calibration.load()).toEqual([
        { model: 'a', factor: 0.9, samples: 3 },
        { model: 'b', factor: 1.3, samples: 2 },
      ])
    })
  })
}
