import { describe, expect, test } from 'vitest'
import type { OpenedPlace } from './store-contract-place.ts'

/** Sealed credentials, and the corrections of token estimates. */
export function describeCredentials(opened: OpenedPlace): void {
  describe('credentials', () => {
    test('each account and provider has its own, replaced and removed by itself', async () => {
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

    test('there is none for an account that does not exist', async () => {
      await expect(opened.store.credentials.set('nobody', 'openai', 'one')).rejects.toThrow()
      expect(await opened.store.credentials.find('nobody', 'openai')).toBeUndefined()
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
