import { describe, expect, test } from 'vitest'
import type { KeyRow } from '../gate/key-port.ts'
import { NO_LIMITS } from '../key-limits.ts'
import { budgetAlerts, spendingAlerts } from './budget-alerts.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const CENT = 1_000_000
const thresholds = [0.8, 1]

const key = (changes: Partial<KeyRow> = {}): KeyRow => ({
  ...NO_LIMITS,
  id: 'key_1',
  accountId: 'account_1',
  accountName: 'bench',
  preview: 'pleat_abcdef',
  plan: 'free',
  requestsPerMinute: null,
  mode: null,
  tags: ['team-a'],
  previousUntil: null,
  createdAt: 0,
  revokedAt: null,
  spending: { microCents: 500 * CENT, period: 'day' },
  ...changes,
})

const spent = (cents: number, row = key(), now = NOW) =>
  spendingAlerts([row], {
    bills: { today: new Map([['key_1', cents * CENT]]), thisMonth: new Map([['key_1', 10 * cents * CENT]]) },
    thresholds,
    now,
  })

describe('the spending limit of a key', () => {
  test('causes an alert at the highest threshold that is reached, with amounts and reset time', () => {
    expect(spent(399)).toEqual([])
    expect(spent(400)).toMatchObject([
      {
        kind: 'spending_limit',
        severity: 'warning',
        quietMs: undefined,
        message: 'key pleat_abcdef... of bench has spent 400 of 500 cents this day (80 % of its limit)',
        data: {
          key_id: 'key_1',
          tags: ['team-a'],
          spent_cents: 400,
          limit_cents: 500,
          resets_at: '2026-11-26T00:00:00.000Z',
        },
      },
    ])
    expect(spent(650)).toMatchObject([{ severity: 'critical', data: { percent: 130, threshold_percent: 100 } }])
  })

  test('causes a separate alert for each threshold, window and limit', () => {
    const keys = [
      spent(400),
      spent(500),
      spent(400, key(), NOW + 86_400_000),
      spent(400, key({ spending: { microCents: 450 * CENT, period: 'day' } })),
      spent(40, key({ spending: { microCents: 500 * CENT, period: 'month' } })),
    ].map(([alert]) => alert!.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(spent(410)[0]!.key).toBe(keys[0])
  })

  test('causes no alert for a revoked key, a key without a limit, and a limit of zero', () => {
    expect(spent(500, key({ revokedAt: 1 }))).toEqual([])
    expect(spent(500, key({ spending: null }))).toEqual([])
    expect(spent(500, key({ spending: { microCents: 0, period: 'day' } }))).toEqual([])
  })
})

describe('the budget of an account', () => {
  const left = (cents: number, grant = 1) =>
    budgetAlerts(
      [
        {
          account: { id: 'account_1', name: 'bench', budgetMicroCents: cents * CENT },
          grantedMicroCents: 100 * CENT,
          grant,
        },
      ],
      thresholds,
    )

  test('causes an alert when a share of the granted budget is used', () => {
    expect(left(21)).toEqual([])
    expect(left(20)).toMatchObject([
      { kind: 'tul1_budget', severity: 'warning', data: { left_cents: 20, percent: 80 } },
    ])
    expect(left(0)).toMatchObject([{ severity: 'critical', data: { left_cents: 0, threshold_percent: 100 } }])
  })

  test('causes new alerts after each grant', () => {
    expect(left(0, 1)[0]!.key).not.toBe(left(0, 9)[0]!.key)
  })
})
