import { describe, expect, test } from 'vitest'
import { CLAIM_MS } from '../alerts/alert-ports.ts'
import type { OpenedPlace } from './store-contract-place.ts'

/** Sent alerts. */
export function describeAlerts(opened: OpenedPlace): void {
  describe('alerts', () => {
    test('of several processes one may send an alert', async () => {
      const claims = await Promise.all(
        [opened.store, opened.other, opened.store, opened.other].map(({ alerts }) =>
          alerts.claim('a', 1000, undefined),
        ),
      )
      expect(claims.toSorted()).toEqual(['claimed', 'sending', 'sending', 'sending'])
      expect(await opened.other.alerts.claim('b', 1000, undefined)).toBe('claimed')
      await opened.store.alerts.confirm('a', 1000)
      expect(await opened.other.alerts.claim('a', 1e12, undefined)).toBe('sent')
    })

    test('a repeated alert is sent once in its quiet time', async () => {
      const at = (time: number) => opened.store.alerts.claim('a', time, 100)
      expect([await at(1000), await at(1099), await at(1100), await at(1150), await at(1200)]).toEqual([
        'claimed',
        'sending',
        'claimed',
        'sending',
        'claimed',
      ])
    })

    test('an alert whose process was killed while it sent it may be sent again after 15 minutes', async () => {
      const { alerts } = opened.store
      await alerts.claim('a', 1000, undefined)
      await alerts.confirm('a', 999)
      expect(await alerts.claim('a', 999 + CLAIM_MS, undefined)).toBe('sending')
      const again = [opened.store, opened.other].map((store) => store.alerts.claim('a', 1000 + CLAIM_MS, undefined))
      expect((await Promise.all(again)).toSorted()).toEqual(['claimed', 'sending'])
      await alerts.release('a', 1000)
      expect(await alerts.claim('a', 1001 + CLAIM_MS, undefined)).toBe('sending')
    })

    test('a clock that was ahead prevents no later alert, and repeats none that is sent once', async () => {
      const { alerts } = opened.store
      const ahead = 1e9
      for (const key of ['repeated', 'once', 'unsent']) await alerts.claim(key, ahead, undefined)
      for (const key of ['repeated', 'once']) await alerts.confirm(key, ahead)
      expect(await alerts.claim('repeated', ahead - CLAIM_MS, 100)).toBe('sent')
      expect(await alerts.claim('repeated', 1000, 100)).toBe('claimed')
      expect(await alerts.claim('once', 1000, undefined)).toBe('sent')
      expect(await alerts.claim('unsent', 1000, undefined)).toBe('claimed')
    })

    test('an alert that could not be sent may be sent again', async () => {
      const { alerts } = opened.store
      await alerts.claim('a', 1000, undefined)
      await alerts.release('a', 999)
      expect(await alerts.claim('a', 1001, undefined)).toBe('sending')
      await alerts.release('a', 1000)
      expect(await alerts.claim('a', 1001, undefined)).toBe('claimed')
    })

    test('old alerts are removed', async () => {
      const { alerts } = opened.store
      await alerts.claim('old', 1000, undefined)
      await alerts.claim('new', 2000, undefined)
      await alerts.forget(2000)
      expect(await alerts.claim('old', 3000, undefined)).toBe('claimed')
      expect(await alerts.claim('new', 3000, undefined)).toBe('sending')
    })
  })
}
