import { describe, expect, test } from 'vitest'
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
      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await opened.other.alerts.claim('a', 1_000_000, undefined)).toBe(false)
      expect(await opened.other.alerts.claim('b', 1000, undefined)).toBe(true)
    })

    test('a repeated alert is sent once in its quiet time', async () => {
      const at = (time: number) => opened.store.alerts.claim('a', time, 100)
      expect([await at(1000), await at(1099), await at(1100), await at(1150), await at(1200)]).toEqual([
        true,
        false,
        true,
        false,
        true,
      ])
    })

    test('an alert that could not be sent may be sent again', async () => {
      const { alerts } = opened.store
      await alerts.claim('a', 1000, undefined)
      await alerts.release('a', 999)
      expect(await alerts.claim('a', 1001, undefined)).toBe(false)
      await alerts.release('a', 1000)
      expect(await alerts.claim('a', 1001, undefined)).toBe(true)
    })

    test('old alerts are removed', async () => {
      const { alerts } = opened.store
      await alerts.claim('old', 1000, undefined)
      await alerts.claim('new', 2000, undefined)
      await alerts.forget(2000)
      expect(await alerts.claim('old', 3000, undefined)).toBe(true)
      expect(await alerts.claim('new', 3000, undefined)).toBe(false)
    })
  })
}
