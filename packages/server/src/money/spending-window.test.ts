import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { windowAt } from './spending-window.ts'

const anyTime = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) })
const anyPeriod = fc.constantFrom('day' as const, 'month' as const)

describe('a window of spending', () => {
  test('contains its moment, begins at midnight UTC and ends where the next begins', () => {
    fc.assert(
      fc.property(anyPeriod, anyTime, (period, now) => {
        const window = windowAt(period, now)
        expect(window.startsAt).toBeLessThanOrEqual(now)
        expect(window.endsAt).toBeGreaterThan(now)
        expect(window.startsAt % 86_400_000).toBe(0)
        expect(windowAt(period, window.startsAt)).toEqual(window)
        expect(windowAt(period, window.endsAt - 1)).toEqual(window)
        expect(windowAt(period, window.endsAt).startsAt).toBe(window.endsAt)
        expect(window.fromDay).toBe(new Date(window.startsAt).toISOString().slice(0, 10))
        expect(window.untilDay).toBe(windowAt(period, window.endsAt).fromDay)
      }),
    )
  })

  test('of a month contains the days of that month and no other', () => {
    fc.assert(
      fc.property(anyTime, anyTime, (left, right) => {
        const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7)
        const isSame = windowAt('month', left).startsAt === windowAt('month', right).startsAt
        expect(isSame).toBe(monthOf(left) === monthOf(right))
      }),
    )
  })

  test.each([
    ['day', '2026-11-30T23:59:59.999Z', '2026-11-30', '2026-12-01T00:00:00.000Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01T00:00:00.000Z'],
    ['month', '2028-02-29T12:00:00.000Z', '2028-02-01', '2028-03-01T00:00:00.000Z'],
  ] as const)('of a %s at %s begins on %s and ends at %s', (period, now, fromDay, end) => {
    const window = windowAt(period, Date.parse(now))
    expect([window.fromDay, new Date(window.endsAt).toISOString()]).toEqual([fromDay, end])
  })
})
