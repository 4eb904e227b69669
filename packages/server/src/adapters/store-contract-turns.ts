import { describe, expect, test } from 'vitest'
import type { TurnBill, TurnEntry } from '../proxy/turn-port.ts'
import { type OpenedPlace, ticksOf } from './store-contract-place.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000

/** More rows than a store reads in one statement. Every three of them share a timestamp. */
const MANY = 3500

/** The requests of sessions. */
export function describeTurns(opened: OpenedPlace): void {
  describe('turns', () => {
    test('are listed unchanged: the newest of one session, oldest first', async () => {
      const { turns } = opened.store
      const added = Array.from({ length: 40 }, (_, index) =>
        entry({ turn: index + 1, at: NOON + index, hasMoved: index % 3 === 0 }),
      )
      await turns.add([...added, entry({ idHash: 'other' }), entry({ accountId: 'other' })])
      expect(await opened.other.turns.list('account', 'session', 500)).toEqual(added)
      expect(await turns.list('account', 'session', 3)).toEqual(added.slice(-3))
      expect(await turns.list('nobody', 'session', 3)).toEqual([])
    })

    test('without a receipt have no bill', async () => {
      await opened.store.turns.add([entry({ bill: null })])
      expect(await opened.store.turns.list('account', 'session', 1)).toEqual([entry({ bill: null })])
    })

    test('add up by day, turn, outcome and status', async () => {
      const { turns } = opened.store
      await turns.add([
        entry({
          at: NOON - DAY_MS,
          turn: 1,
          outcome: 'short-conversation',
          optimizedTokens: 100,
          bill: null,
          status: 502,
        }),
        entry({ at: NOON, turn: 2 }),
        entry({ at: NOON + 1, turn: 2 }),
      ])
      const { days, turns: byTurn, outcomes, statuses, since } = await turns.sum({ most: 10 })
      const two = {
        requests: 2,
        originalTokens: 200,
        optimizedTokens: 120,
        billedRequests: 2,
        inputTokens: 124,
        cachedTokens: 40,
        directInputTokens: 204,
        directCachedTokens: 120,
        pricedRequests: 2,
        microDollars: 200,
        directMicroDollars: 400,
      }
      expect(days).toEqual([
        expect.objectContaining({ day: '2026-11-19', requests: 1, billedRequests: 0, directInputTokens: 0 }),
        { day: '2026-11-20', ...two },
      ])
      expect(byTurn.map(({ turn, requests }) => [turn, requests])).toEqual([
        [1, 1],
        [2, 2],
      ])
      expect(outcomes).toEqual([
        { outcome: 'folded', ...two },
        expect.objectContaining({ outcome: 'short-conversation' }),
      ])
      expect(statuses).toEqual([
        { status: 200, requests: 2 },
        { status: 502, requests: 1 },
      ])
      expect(since).toBe(NOON - DAY_MS)
    })

    test('count as requests if they failed, but add no tokens', async () => {
      const { turns } = opened.store
      const failed = { at: NOON + 1, bill: null }
      await turns.add([entry({ status: 302 }), entry({ ...failed, status: 400 }), entry({ ...failed, status: 503 })])
      const sums = { requests: 3, originalTokens: 100, optimizedTokens: 60, billedRequests: 1, directInputTokens: 102 }
      expect(await turns.sumOf('account', { idHashes: ['session'], since: 0 })).toMatchObject(sums)
      const each = await turns.sumEach([{ accountId: 'account', idHash: 'session' }])
      expect(each.get('session')).toMatchObject(sums)
      expect((await turns.sum({ most: 10 })).days).toMatchObject([sums])
    })

    test('of some sessions of one account are summed from a time on, and only known prices count', async () => {
      const { turns } = opened.store
      const unpriced = { ...entry({}).bill!, microDollars: null, directMicroDollars: null }
      await turns.add([
        entry({ at: NOON - 1 }),
        entry({ at: NOON }),
        entry({ at: NOON + 1, idHash: 'second', bill: unpriced }),
        entry({ at: NOON + 2, idHash: 'second', bill: null }),
        entry({ at: NOON, idHash: 'third' }),
        entry({ at: NOON, accountId: 'other' }),
      ])
      const wanted = { idHashes: ['session', 'second', 'unknown'], since: NOON }
      const figures = { requests: 3, billedRequests: 2, pricedRequests: 1, microDollars: 100, directMicroDollars: 200 }
      expect(await opened.other.turns.sumOf('account', wanted)).toMatchObject({ ...figures, originalTokens: 300 })
      expect(await turns.sumOf('nobody', wanted)).toMatchObject({ requests: 0, pricedRequests: 0, microDollars: 0 })
      expect(await turns.sumOf('account', { idHashes: [], since: 0 })).toMatchObject({ requests: 0 })
      expect((await turns.list('account', 'second', 5))[0]!.bill).toEqual(unpriced)
    })

    test('of each of some sessions are summed separately', async () => {
      const { turns } = opened.store
      await turns.add([
        entry({ at: NOON }),
        entry({ at: NOON + 1 }),
        entry({ at: NOON, idHash: 'second', bill: null }),
        entry({ at: NOON, idHash: 'third', accountId: 'other' }),
        entry({ at: NOON, idHash: 'fourth' }),
      ])
      const many = Array.from({ length: 500 }, (_, index) => ({ accountId: 'account', idHash: `none-${index}` }))
      const wanted = ['session', 'second', 'unknown'].map((idHash) => ({ accountId: 'account', idHash }))
      const sums = await opened.other.turns.sumEach([...many, ...wanted, { accountId: 'other', idHash: 'third' }])
      expect([...sums.keys()].sort()).toEqual(['second', 'session', 'third'])
      expect(sums.get('session')).toMatchObject({ requests: 2, pricedRequests: 2, microDollars: 200 })
      expect(sums.get('second')).toMatchObject({ requests: 1, billedRequests: 0, pricedRequests: 0 })
      expect(await turns.sumEach([])).toEqual(new Map())
    })

    test('of one account, limited to the newest, are summed', async () => {
      const { turns } = opened.store
      await turns.add(Array.from({ length: 30 }, (_, index) => entry({ at: NOON + index, turn: index + 1 })))
      await turns.add([entry({ accountId: 'other', at: NOON + 100, turn: 99 })])
      const sum = async (filter: { accountId?: string; most: number }) =>
        (await turns.sum(filter)).turns.map(({ turn }) => turn)
      expect(await sum({ most: 3 })).toEqual([29, 30, 99])
      expect(await sum({ accountId: 'account', most: 2 })).toEqual([29, 30])
      expect(await turns.sum({ accountId: 'nobody', most: 5 })).toEqual({
        since: undefined,
        days: [],
        turns: [],
        outcomes: [],
        statuses: [],
        overhead: undefined,
      })
    })

    test('are summed in steps, between which other requests are served', async () => {
      const { turns } = opened.store
      const added = Array.from({ length: MANY }, (_, index) =>
        entry({ at: NOON + Math.floor(index / 3), turn: index % 7, optimizedTokens: index }),
      )
      await turns.add([...added, entry({ idHash: 'second' }), entry({ accountId: 'other' })])
      const optimizedTokens = added.reduce((sum, turn) => sum + turn.optimizedTokens, 0)
      const ofSession = { requests: MANY, optimizedTokens, pricedRequests: MANY, microDollars: 100 * MANY }
      const sessions = ['session', 'second', 'none'].map((idHash) => ({ accountId: 'account', idHash }))
      const reads = [
        async () => {
          const wanted = { idHashes: ['session', 'session', 'none'], since: NOON }
          expect(await turns.sumOf('account', wanted)).toMatchObject(ofSession)
        },
        async () => {
          const sums = await turns.sumEach(sessions)
          expect([...sums.keys()].sort()).toEqual(['second', 'session'])
          expect(sums.get('session')).toMatchObject(ofSession)
          expect(sums.get('second')).toMatchObject({ requests: 1, optimizedTokens: 60 })
        },
        async () => {
          const { days, turns: byTurn, overhead, since } = await turns.sum({ accountId: 'account', most: 10_000 })
          expect(days).toMatchObject([{ requests: MANY + 1, optimizedTokens: optimizedTokens + 60 }])
          expect(byTurn.map(({ requests }) => requests)).toEqual([500, 501, 500, 500, 500, 500, 500])
          expect([overhead?.p50, since]).toEqual([1.5, NOON])
        },
        async () => {
          const { outcomes, statuses, since } = await turns.sum({ accountId: 'account', most: 2222 })
          expect([outcomes[0]!.requests, statuses]).toEqual([2222, [{ status: 200, requests: 2222 }]])
          expect(since).toBe(added[MANY - 2222]!.at)
        },
      ]
      for (const read of reads) expect(await ticksOf(read)).toBeGreaterThanOrEqual(6)
    })

    test('report the overhead that 50, 95 and 99 % of the requests did not exceed', async () => {
      const { turns } = opened.store
      const added = Array.from({ length: 100 }, (_, index) =>
        entry({ at: NOON + index, overheadMicroseconds: 1000 * (100 - index) }),
      )
      await turns.add(added)
      expect((await turns.sum({ most: 1000 })).overhead).toEqual({ p50: 50, p95: 95, p99: 99 })
      expect((await turns.sum({ most: 1 })).overhead).toEqual({ p50: 1, p95: 1, p99: 1 })
    })

    test('are removed by age, even if many have one timestamp', async () => {
      const { turns } = opened.store
      const old = Array.from({ length: 5000 }, (_, index) => entry({ at: NOON - (index < 4500 ? 10 : 5) }))
      await turns.add([...old, entry({ at: NOON })])
      expect(await turns.forget(NOON)).toBe(5000)
      expect(await turns.forget(NOON)).toBe(0)
      expect(await turns.list('account', 'session', 10)).toEqual([entry({ at: NOON })])
    })
  })
}

const BILL: TurnBill = {
  inputTokens: 62,
  cachedTokens: 20,
  outputTokens: 7,
  microDollars: 100,
  directCachedTokens: 60,
  directMicroDollars: 200,
}

function entry(changes: Partial<TurnEntry> = {}): TurnEntry {
  return {
    accountId: 'account',
    idHash: 'session',
    at: NOON,
    turn: 1,
    model: 'm',
    status: 200,
    outcome: 'folded',
    hasMoved: false,
    originalTokens: 100,
    optimizedTokens: 60,
    overheadMicroseconds: 1500,
    bill: BILL,
    ...changes,
  }
}
