import { describe, expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { OWN_SOURCE } from '../gate/session-id.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createCounters } from './counters.ts'
import { disableCompression } from './disable-compression.ts'
import type { Session } from './session.ts'
import type { SavedSession, SaveOutcome, SessionRow } from './session-port.ts'
import { Sessions } from './sessions.ts'

const ACCOUNT = 'account_1'

/** A store that several servers share. Each save takes a moment in which others may save. */
function openSharedStore() {
  const rows = new Map<string, SessionRow>()
  const state = { isAvailable: true, finds: 0 }
  const check = () => {
    if (!state.isAvailable) throw new StoreUnavailable('gone')
  }
  const store = {
    isShared: true,
    async find(accountId: string, idHash: string) {
      check()
      state.finds++
      return rows.get(`${accountId}/${idHash}`)
    },
    findByTip: async () => undefined,
    async save(sessions: readonly SavedSession[]) {
      await new Promise(setImmediate)
      check()
      return sessions.map(({ row }): SaveOutcome => {
        const name = `${row.accountId}/${row.idHash}`
        const stored = rows.get(name)
        if (stored && stored.version !== row.version) return { kind: 'conflict', stored }
        rows.set(name, { ...row, version: row.version + 1 })
        return { kind: 'saved', version: row.version + 1 }
      })
    },
  }
  const openServer = () => {
    const log = { info() {}, warn() {}, error() {} }
    return new Sessions({ store, clock: { now: () => 5000 }, hash: shortSha256, log, counters: createCounters() })
  }
  return { rows, state, openServer }
}

const SIGNAL = { source: OWN_SOURCE, id: 'shared' }

async function serve(server: Sessions, turn: number, decide: (session: Session) => void = () => {}): Promise<Session> {
  const heads = Array.from({ length: turn * 2 - 1 }, (_, index) => `c${turn * 2 - 1 - index}`)
  const { session } = await server.open(ACCOUNT, SIGNAL, { heads, historyHead: heads[1] })
  session.turns = Math.max(session.turns, turn)
  session.requests++
  session.originalTokens += 100
  decide(session)
  server.remember(session, heads[0])
  return session
}

function decideOn(tip: string): (session: Session) => void {
  return (session) => {
    session.cacheDecisions = [...session.cacheDecisions, { tip, code: 1 }]
  }
}

describe('a session that two servers write at once', () => {
  test('keeps the decisions of both, and the sum of their counts', async () => {
    const { rows, openServer } = openSharedStore()
    const [one, other] = [openServer(), openServer()]
    for (let turn = 2; turn < 12; turn += 2) {
      await Promise.all([
        serve(one, turn, decideOn(`one ${turn}`)),
        serve(other, turn + 1, (session) => disableCompression(session, `other ${turn} `, 'refused-by-provider')),
      ])
      await Promise.all([one.save(), other.save()])
    }
    await one.close()
    await other.close()
    const [row] = [...rows.values()]
    expect(row).toMatchObject({ turns: 11, requests: 10, originalTokens: 1000, disabledReason: 'refused-by-provider' })
    expect(row!.cacheDecisions.map(({ tip }) => tip).sort()).toEqual(['one 10', 'one 2', 'one 4', 'one 6', 'one 8'])
    expect(row!.refusedTips).toHaveLength(5)
  })

  test('has the earlier decision if both decided on the same history', async () => {
    const { rows, openServer } = openSharedStore()
    const [one, other] = [openServer(), openServer()]
    await serve(one, 2, (session) => (session.cacheDecisions = [{ tip: 'same', code: 1 }]))
    await serve(other, 2, (session) => (session.cacheDecisions = [{ tip: 'same', code: 2 }]))
    await one.save()
    await other.save()
    expect([...rows.values()][0]!.cacheDecisions).toEqual([{ tip: 'same', code: 1 }])
  })

  test('is no longer folded at all if one server disabled compression of the whole session', async () => {
    const { rows, openServer } = openSharedStore()
    const [one, other] = [openServer(), openServer()]
    await serve(one, 2, (session) => disableCompression(session, 'a history', 'refused-by-provider'))
    await serve(other, 2, (session) => (session.disabledReason = 'reasoning-lost'))
    await one.save()
    await other.save()
    expect([...rows.values()][0]!.refusedTips).toEqual([])
  })
})

describe('a session whose turns go to different servers', () => {
  test('is folded by each with the decisions of the others, which are read only when needed', async () => {
    const { state, openServer } = openSharedStore()
    const [one, other] = [openServer(), openServer()]
    await serve(one, 2)
    await serve(one, 3, decideOn('first'))
    await one.save()
    expect(state.finds).toBe(1)
    await serve(other, 4, decideOn('second'))
    await other.save()
    const session = await serve(one, 5)
    expect(session.cacheDecisions.map(({ tip }) => tip)).toEqual(['first', 'second'])
    expect(session.requests).toBe(4)
    const before = state.finds
    await serve(one, 6)
    expect(state.finds).toBe(before)
  })
})

test('sessions wait for a store that is not available, and none is lost', async () => {
  const { rows, state, openServer } = openSharedStore()
  const server = openServer()
  await serve(server, 2, decideOn('before'))
  state.isAvailable = false
  await server.save()
  await serve(server, 3, decideOn('meanwhile'))
  await server.save()
  expect(rows.size).toBe(0)
  state.isAvailable = true
  await server.close()
  const [row] = [...rows.values()]
  expect(row).toMatchObject({ turns: 3, requests: 2 })
  expect(row!.cacheDecisions.map(({ tip }) => tip)).toEqual(['before', 'meanwhile'])
})
