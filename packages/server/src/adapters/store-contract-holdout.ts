import { describe, expect, test } from 'vitest'
import type { HoldoutEntry } from '../proxy/holdout-port.ts'
import type { OpenedPlace } from './store-contract-place.ts'

const ALL = { since: 0, leastTurns: 0, limit: 100 }

/** Figures that compare folded and held-out sessions. */
export function describeHoldout(opened: OpenedPlace): void {
  describe('figures of the holdout', () => {
    test('entries of one session add up, and its turns are the largest', async () => {
      const { holdout } = opened.store
      await holdout.add([entry({ turns: 4 }), entry({ turns: 7, mayBegin: false, errors: 1 })])
      await opened.other.holdout.add([
        entry({ turns: 6, mayBegin: false, retries: 1, repeats: 1, inputMicroDollars: 3_000_000_000 }),
      ])
      const { accountId: _, idHash: __, mayBegin: ___, at: ____, ...figures } = entry()
      expect(await holdout.list(ALL)).toEqual([
        {
          ...figures,
          turns: 7,
          requests: 3,
          errors: 1,
          retries: 1,
          repeats: 1,
          latencyMs: 3000,
          inputTokens: 300,
          cachedTokens: 60,
          outputTokens: 30,
          inputMicroDollars: 3_000_000_010,
        },
      ])
    })

    test('a session that starts in the middle of its conversation is not counted', async () => {
      await opened.store.holdout.add([entry({ mayBegin: false })])
      expect(await opened.store.holdout.list(ALL)).toEqual([])
    })

    test('a session stays in its first group', async () => {
      const { holdout } = opened.store
      await holdout.add([entry(), entry({ isHeldOut: true }), entry({ isHeldOut: true, mayBegin: false })])
      expect(await holdout.list(ALL)).toMatchObject([{ isHeldOut: false, requests: 1 }])
    })

    test('the same id of two accounts is two sessions', async () => {
      await opened.store.holdout.add([entry(), entry({ accountId: 'other' })])
      expect(await opened.store.holdout.list(ALL)).toHaveLength(2)
    })

    test('sessions are listed by their start and their turns, newest first, and are removed by age', async () => {
      const { holdout } = opened.store
      await holdout.add([1, 2, 3, 4].map((at) => entry({ idHash: `s${at}`, at, turns: at, requests: at })))
      const requests = async (filter: Partial<typeof ALL>) =>
        (await holdout.list({ ...ALL, ...filter })).map((session) => session.requests)
      expect(await requests({})).toEqual([4, 3, 2, 1])
      expect(await requests({ since: 2, limit: 2 })).toEqual([4, 3])
      expect(await requests({ leastTurns: 4 })).toEqual([4])
      await holdout.forget(3)
      expect(await requests({})).toEqual([4, 3])
    })

    test('entries are added all or none', async () => {
      const broken = { ...entry({ idHash: 'b' }), requests: null as unknown as number }
      await expect(opened.store.holdout.add([entry(), broken])).rejects.toThrow()
      expect(await opened.store.holdout.list(ALL)).toEqual([])
    })
  })
}

function entry(changes: Partial<HoldoutEntry> = {}): HoldoutEntry {
  return {
    accountId: 'account',
    idHash: 'session',
    isHeldOut: false,
    mayBegin: true,
    at: 1_700_000_000_000,
    turns: 1,
    requests: 1,
    errors: 0,
    retries: 0,
    repeats: 0,
    latencyMs: 1000,
    inputTokens: 100,
    cachedTokens: 20,
    outputTokens: 10,
    inputMicroDollars: 5,
    ...changes,
  }
}
