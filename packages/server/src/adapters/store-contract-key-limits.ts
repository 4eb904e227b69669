import { describe, expect, test } from 'vitest'
import { type KeyLimits, NO_LIMITS } from '../key-limits.ts'
import type { OpenedPlace } from './store-contract-place.ts'

const LIMITS: KeyLimits = {
  expiresAt: 1_800_000_000_000,
  isBlocked: false,
  models: ['gpt-5*', 'claude-*'],
  spending: { microCents: 8_000_000_000_000, period: 'day' },
  allowsUnpriced: true,
}

/** Limits of keys, and their replacement. */
export function describeKeyLimits(opened: OpenedPlace): void {
  describe('limits of keys', () => {
    const create = (name: string, changes = {}) =>
      opened.store.keys.createKey({ name: 'a' }, { ...hashOf(name), requestsPerMinute: null, changes })
    const limitsOf = async (name: string) => (await opened.other.keys.findCaller(`hash ${name}`))?.limits

    test('are stored with a new key, reach its caller, and are listed with its tags', async () => {
      const { keys } = opened.store
      const made = await create('1', { ...LIMITS, tags: ['prod', 'team b'] })
      expect(made).toMatchObject({ ...LIMITS, tags: ['prod', 'team b'], previousUntil: null, requestsPerMinute: null })
      expect(await keys.listKeys()).toEqual([made])
      expect(await limitsOf('1')).toEqual(LIMITS)
    })

    test('are null for a caller whose key has tags but no limits', async () => {
      const made = await create('1', { tags: ['prod'], allowsUnpriced: true })
      expect(made).toMatchObject({ ...NO_LIMITS, allowsUnpriced: true, tags: ['prod'] })
      expect(await limitsOf('1')).toBeNull()
    })

    test('change one by one, by id or preview, and are effective for the other connection', async () => {
      const { keys } = opened.store
      const { id } = await create('1', LIMITS)
      expect(await limitsOf('1')).toEqual(LIMITS)
      expect(await keys.changeKey(id, { models: [], tags: ['x'] })).toMatchObject({
        ...LIMITS,
        models: [],
        tags: ['x'],
      })
      await keys.changeKey('preview 1', { isBlocked: true, expiresAt: null, requestsPerMinute: 5 })
      await expect.poll(() => limitsOf('1')).toEqual({ ...LIMITS, models: [], isBlocked: true, expiresAt: null })
      expect((await opened.other.keys.findCaller('hash 1'))?.requestsPerMinute).toBe(5)
      await keys.changeKey(id, { isBlocked: false, spending: null, requestsPerMinute: null })
      await expect.poll(() => limitsOf('1')).toBeNull()
      expect(await keys.changeKey(id, {})).toMatchObject({ id, tags: ['x'] })
    })

    test("the mode of a key reaches its caller without limits, and may be reset to the server's", async () => {
      const { keys } = opened.store
      const { id, mode } = await create('1', { mode: 'observe' })
      expect(mode).toBe('observe')
      const caller = async () => await opened.other.keys.findCaller('hash 1')
      expect(await caller()).toMatchObject({ mode: 'observe', limits: null })
      expect(await keys.changeKey(id, { tags: ['x'] })).toMatchObject({ mode: 'observe' })
      await keys.changeKey(id, { mode: null })
      await expect.poll(async () => (await caller())?.mode).toBeNull()
    })

    test('of an unknown or revoked key, or of a shared preview, do not change', async () => {
      const { keys } = opened.store
      const { id } = await create('1')
      await keys.createKey({ name: 'a' }, { hash: 'h', preview: 'preview 1', requestsPerMinute: null })
      expect(await keys.changeKey('preview 1', { isBlocked: true })).toBeUndefined()
      expect(await keys.changeKey('nobody', { isBlocked: true })).toBeUndefined()
      await keys.revokeKey(id)
      expect(await keys.changeKey(id, { isBlocked: true })).toBeUndefined()
      expect(await keys.rotateKey(id, { ...hashOf('2'), previousUntil: 0 })).toBeUndefined()
    })

    test('are kept when a key is replaced, and end for the previous key with its grace period', async () => {
      const { keys } = opened.store
      const { time } = opened.clock
      const { id } = await create('1', LIMITS)
      const rotated = await keys.rotateKey(id, { ...hashOf('2'), previousUntil: time + 1000 })
      expect(rotated).toMatchObject({ ...LIMITS, id, preview: 'preview 2', previousUntil: time + 1000 })
      expect(await limitsOf('2')).toEqual(LIMITS)
      expect(await limitsOf('1')).toEqual({ ...LIMITS, expiresAt: time + 1000 })
      opened.clock.time = time + 1000
      await create('other')
      await expect.poll(() => limitsOf('1')).toBeUndefined()
      expect(await limitsOf('2')).toEqual(LIMITS)
    })

    test('allow one previous key: the next replacement makes the oldest unknown', async () => {
      const { keys } = opened.store
      const { id } = await create('1')
      const previousUntil = opened.clock.time + 1000
      await keys.rotateKey(id, { ...hashOf('2'), previousUntil })
      await keys.rotateKey(id, { ...hashOf('3'), previousUntil })
      const known = await Promise.all(['1', '2', '3'].map(async (name) => (await limitsOf(name)) !== undefined))
      expect(known).toEqual([false, true, true])
      await keys.revokeKey(id)
      await expect.poll(() => limitsOf('2')).toBeUndefined()
      await expect.poll(() => limitsOf('3')).toBeUndefined()
    })
  })
}

function hashOf(name: string) {
  return { hash: `hash ${name}`, preview: `preview ${name}` }
}
