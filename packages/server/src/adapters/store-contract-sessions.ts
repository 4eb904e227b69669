import { describe, expect, test } from 'vitest'
import type { SessionRow } from '../proxy/session-port.ts'
import { sessionRow } from './session-row.fixture.ts'
import type { OpenedPlace } from './store-contract-place.ts'

/** Sessions and the tips that find them. */
export function describeSessions(opened: OpenedPlace): void {
  describe('sessions', () => {
    test('a session is found by account and hash, as it was last saved', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      await save(sessionRow(accountId, 's'), 't1')
      const later = sessionRow(accountId, 's', {
        generatedId: 'g',
        turns: 2,
        requests: 3,
        originalTokens: 5_000_000_000,
        savedTokens: 7,
        disabledReason: 'refused',
        refusedTips: ['abc_-9', 'later'],
        lastUsedAt: 1_800_000_000_000,
        cacheDecisions: [
          { tip: 'abc_-9', code: 1 },
          { tip: 'other', code: 0 },
        ],
      })
      await save(later, 't2')
      expect(await opened.other.sessions.find(accountId, 's')).toEqual({ ...later, version: 2 })
      expect(await sessions.find(accountId, 'other')).toBeUndefined()
    })

    test('sessions of different accounts are separate', async () => {
      const [first, second] = [await account('a'), await account('b')]
      const { sessions } = opened.store
      await save(sessionRow(first, 's'), 't')
      expect(await sessions.find(second, 's')).toBeUndefined()
      expect(await sessions.findByTip(second, ['t'])).toBeUndefined()
      await save(sessionRow(second, 's', { turns: 9 }), 't')
      expect((await sessions.find(first, 's'))?.turns).toBe(1)
      expect((await sessions.findByTip(first, ['t']))?.row.accountId).toBe(first)
      expect((await sessions.findByTip(second, ['t']))?.row.accountId).toBe(second)
    })

    test('a session is found by the first known tip in the given order', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      await save(sessionRow(accountId, 'older'), 'short')
      await save(sessionRow(accountId, 'newer'), 'long')
      const found = async (tips: string[]) => (await sessions.findByTip(accountId, tips))?.row.idHash
      expect(await found(['longer', 'long', 'short'])).toBe('newer')
      expect(await found(['short', 'long'])).toBe('older')
      expect(await found(['unknown'])).toBeUndefined()
      expect(await found([])).toBeUndefined()
    })

    test('thousands of tips may be given, and their order still decides', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      await save(sessionRow(accountId, 'first'), 'tip 600')
      await save(sessionRow(accountId, 'second'), 'tip 2999')
      const tips = Array.from({ length: 3000 }, (_, index) => `tip ${index}`)
      expect((await sessions.findByTip(accountId, tips))?.row.idHash).toBe('first')
      expect((await sessions.findByTip(accountId, tips.toReversed()))?.row.idHash).toBe('second')
    })

    test('the last eight different tips are stored', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      const tips = Array.from({ length: 10 }, (_, index) => `t${index}`)
      for (const tip of tips) await save(sessionRow(accountId, 's'), tip)
      for (let retry = 0; retry < 9; retry++) await save(sessionRow(accountId, 's'), 't2')
      const known = await Promise.all(tips.map((tip) => sessions.findByTip(accountId, [tip])))
      expect(tips.filter((_, index) => known[index])).toEqual(tips.slice(2))
      await save(sessionRow(accountId, 's'), 't10')
      expect(await sessions.findByTip(accountId, ['t3'])).toBeUndefined()
      expect(await sessions.findByTip(accountId, ['t2'])).toBeDefined()
    })

    test('a tip of two sessions finds the one that had it last', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      await save(sessionRow(accountId, 'first'), 't')
      await save(sessionRow(accountId, 'second'), 't')
      expect((await sessions.findByTip(accountId, ['t']))?.row.idHash).toBe('second')
      const saveTogether = async (...names: string[]) => {
        const rows = await Promise.all(names.map((idHash) => current(sessionRow(accountId, idHash))))
        await sessions.save(rows.map((row) => ({ row, tip: 't' })))
      }
      await saveTogether('b', 'a')
      expect((await sessions.findByTip(accountId, ['t']))?.row.idHash).toBe('a')
      await saveTogether('a', 'b')
      expect((await sessions.findByTip(accountId, ['t']))?.row.idHash).toBe('b')
    })

    test('a found tip reports the number of later tips of its session', async () => {
      const accountId = await account('a')
      for (const tip of ['t1', 't2', 't3']) await save(sessionRow(accountId, 's'), tip)
      await save(sessionRow(accountId, 'other'), 'o1')
      const later = async (tip: string) => (await opened.other.sessions.findByTip(accountId, [tip]))?.laterTips
      expect([await later('t1'), await later('t2'), await later('t3'), await later('o1')]).toEqual([2, 1, 0, 0])
      await save(sessionRow(accountId, 's'), 't2')
      expect([await later('t1'), await later('t2'), await later('t3')]).toEqual([2, 0, 1])
    })

    test('sessions not used since a time are removed with their tips, and no others', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      for (let index = 0; index < 520; index++) {
        await save(sessionRow(accountId, `old ${index}`, { lastUsedAt: 999 }), `old tip ${index}`)
      }
      await save(sessionRow(accountId, 'kept', { lastUsedAt: 1000 }), 'kept tip')
      expect(await sessions.forget(1000)).toBe(520)
      expect(await sessions.forget(1000)).toBe(0)
      expect(await sessions.find(accountId, 'old 0')).toBeUndefined()
      expect(await sessions.findByTip(accountId, ['old tip 0', 'old tip 519'])).toBeUndefined()
      expect((await sessions.findByTip(accountId, ['kept tip']))?.row.idHash).toBe('kept')
    })

    test('several sessions are saved together, in any order and of any accounts', async () => {
      const [first, second] = [await account('a'), await account('b')]
      const { sessions } = opened.store
      await save(sessionRow(first, 's'), 't1')
      await sessions.save([
        { row: sessionRow(second, 'z', { turns: 5 }), tip: 't2' },
        { row: sessionRow(first, 's', { turns: 7, version: 1 }), tip: 't2' },
        { row: sessionRow(first, 'a'), tip: 't3' },
      ])
      expect((await opened.other.sessions.find(first, 's'))?.turns).toBe(7)
      expect((await sessions.findByTip(first, ['t1']))?.row.idHash).toBe('s')
      expect((await sessions.findByTip(first, ['t2']))?.row.idHash).toBe('s')
      expect((await sessions.findByTip(second, ['t2']))?.row.idHash).toBe('z')
      expect((await sessions.findByTip(first, ['t3']))?.row.idHash).toBe('a')
      await sessions.save([])
    })

    test('a session that another server has saved meanwhile is not overwritten, and is returned', async () => {
      const accountId = await account('a')
      const { store, other } = opened
      await save(sessionRow(accountId, 's'), 't1')
      const read = (await other.sessions.find(accountId, 's'))!
      await save(sessionRow(accountId, 's', { turns: 2 }), 't2')
      const outcomes = await other.sessions.save([
        { row: { ...read, turns: 9 }, tip: 't3' },
        { row: sessionRow(accountId, 'new'), tip: 't4' },
        { row: sessionRow(accountId, 's'), tip: 't5' },
      ])
      const conflict = { kind: 'conflict', stored: sessionRow(accountId, 's', { turns: 2, version: 2 }) }
      expect(outcomes).toEqual([conflict, { kind: 'saved', version: 1 }, conflict])
      expect(await store.sessions.findByTip(accountId, ['t3', 't5'])).toBeUndefined()
      expect((await store.sessions.findByTip(accountId, ['t4']))?.row.idHash).toBe('new')
    })

    test('of simultaneous saves of the same version, one succeeds', async () => {
      const accountId = await account('a')
      for (let version = 0; version < 6; version++) {
        const row = sessionRow(accountId, 's', { version })
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, (_, index) => opened.store.sessions.save([{ row, tip: `t${index}` }])),
        )
        expect(outcomes.flat().filter(({ kind }) => kind === 'saved')).toEqual([
          { kind: 'saved', version: version + 1 },
        ])
      }
    })

    test('none of several sessions is saved if one cannot be', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      const rows = [sessionRow(accountId, 'good'), sessionRow('nobody', 'stranger')]
      await expect(sessions.save(rows.map((row) => ({ row, tip: row.idHash })))).rejects.toThrow()
      expect(await sessions.find(accountId, 'good')).toBeUndefined()
    })

    test('simultaneous saves are all stored', async () => {
      const accountId = await account('a')
      const { sessions } = opened.store
      const saves = Array.from({ length: 40 }, (_, index) => save(sessionRow(accountId, `s${index}`), `t${index}`))
      await Promise.all(saves)
      const tips = Array.from({ length: 40 }, (_, index) => `t${index}`)
      const found = await Promise.all(tips.map((tip) => sessions.findByTip(accountId, [tip])))
      expect(found.map((each) => each?.row.idHash)).toEqual(tips.map((tip) => tip.replace('t', 's')))
    })
  })

  /** Saves like a server that has just read the session. */
  async function save(row: SessionRow, tip: string): Promise<void> {
    expect(await opened.store.sessions.save([{ row: await current(row), tip }])).toMatchObject([{ kind: 'saved' }])
  }

  async function current(row: SessionRow): Promise<SessionRow> {
    const stored = await opened.store.sessions.find(row.accountId, row.idHash)
    return { ...row, version: stored?.version ?? 0 }
  }

  async function account(name: string): Promise<string> {
    const key = { hash: `hash of ${name}`, preview: name, requestsPerMinute: null }
    return (await opened.store.keys.createKey({ name }, key)).accountId
  }
}
