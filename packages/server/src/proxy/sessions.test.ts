import { describe, expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { OWN_SOURCE } from '../gate/session-id.ts'
import { createCounters } from './counters.ts'
import { disabledIn } from './disable-compression.ts'
import type { SaveOutcome, SessionRow, SessionStore } from './session-port.ts'
import type { RequestHashes } from './session-tips.ts'
import { Sessions } from './sessions.ts'

const ACCOUNT = 'account_1'
/** Tip of a session that cannot be saved. */
const BAD_TIP = 'bad'

type SharedStore = Pick<SessionStore, 'find' | 'findByTip' | 'save' | 'isShared'>

/** A store in memory that counts its calls. */
function openStore() {
  const rows = new Map<string, SessionRow>()
  const tips = new Map<string, SessionRow>()
  const asked = { find: 0, findByTip: 0, save: 0 }
  const store: SharedStore = {
    isShared: false,
    async find(accountId, idHash) {
      asked.find++
      return rows.get(`${accountId}/${idHash}`)
    },
    async findByTip(accountId, wanted) {
      asked.findByTip++
      const tip = wanted.find((each) => tips.get(each)?.accountId === accountId)
      if (tip === undefined) return undefined
      const row = tips.get(tip)!
      const own = [...tips].filter(([, other]) => other.idHash === row.idHash).map(([name]) => name)
      return { row, tip, laterTips: own.length - 1 - own.indexOf(tip) }
    },
    async save(sessions) {
      asked.save++
      if (sessions.some(({ tip }) => tip === BAD_TIP)) throw new Error('no')
      return sessions.map(({ row, tip }): SaveOutcome => {
        const name = `${row.accountId}/${row.idHash}`
        const stored = rows.get(name)
        if (stored && stored.version !== row.version) return { kind: 'conflict', stored }
        const saved = { ...row, version: row.version + 1 }
        rows.set(name, saved)
        tips.set(tip, saved)
        return { kind: 'saved', version: saved.version }
      })
    },
  }
  return { store, rows, asked }
}

function openSessions(store: SharedStore): Sessions {
  const log = { info() {}, warn() {}, error() {} }
  return new Sessions({ store, clock: { now: () => 5000 }, hash: shortSha256, log, counters: createCounters() })
}

/** Prefix hashes, longest first. */
const CHAIN = ['c5', 'c4', 'c3', 'c2', 'c1']

/** The heads of a request that adds one message. */
function hashesOf(heads: readonly string[]): RequestHashes {
  return { heads, historyHead: heads[1] ?? heads[0] }
}

describe('sessions over a restart', () => {
  test('a session without an id is found by its longest known prefix', async () => {
    const { store } = openStore()
    const before = openSessions(store)
    const { session, publicId } = await before.open(ACCOUNT, undefined, hashesOf(CHAIN.slice(2)))
    session.turns = 2
    before.remember(session, 'c3')
    await before.close()
    const after = await openSessions(store).open(ACCOUNT, undefined, hashesOf(CHAIN))
    expect([after.publicId, after.session.turns]).toEqual([publicId, 2])
  })

  test('a session is found after an edit of its last message, but not after an edit of an earlier one', async () => {
    const { store } = openStore()
    const before = openSessions(store)
    const { session, publicId } = await before.open(ACCOUNT, undefined, hashesOf(['c1']))
    for (const [turn, head] of ['c1', 'c3', 'c5', 'c7'].entries()) {
      session.turns = turn + 1
      before.remember(session, head)
      await before.save()
    }
    await before.close()
    const open = async (...heads: string[]) =>
      (await openSessions(store).open(ACCOUNT, undefined, hashesOf(heads))).publicId
    expect(await open('c5', 'c4', 'c3')).toBe(publicId)
    expect(await open('e7', 'c6', 'c5')).toBe(publicId)
    expect(await open('e5', 'c4', 'c3')).not.toBe(publicId)
  })

  test('compression stays disabled for a session, even with a single turn', async () => {
    const { store } = openStore()
    const signal = { source: OWN_SOURCE, id: 'mine' }
    const before = openSessions(store)
    const { session } = await before.open(ACCOUNT, signal, hashesOf(['c1']))
    session.disabledReason = 'refused-by-provider'
    session.refusedTips = ['c1']
    before.remember(session, 'c1')
    await before.close()
    const after = (await openSessions(store).open(ACCOUNT, signal, hashesOf(CHAIN))).session
    expect(disabledIn(after)).toEqual({ reason: 'refused-by-provider', heads: ['c1'] })
  })

  test('a generated id that the client sends back identifies the same session', async () => {
    const { store } = openStore()
    const sessions = openSessions(store)
    const { session, publicId } = await sessions.open(ACCOUNT, undefined, hashesOf(['c1']))
    const { session: echoed } = await sessions.open(ACCOUNT, { source: OWN_SOURCE, id: publicId }, hashesOf(CHAIN))
    expect(echoed.idHash).toBe(session.idHash)
  })
})

describe('the store of sessions', () => {
  test('is not read or written for first turns without an id', async () => {
    const { store, asked } = openStore()
    const sessions = openSessions(store)
    for (let i = 0; i < 50; i++) {
      const { session } = await sessions.open(ACCOUNT, undefined, hashesOf([`first-${i}`]))
      session.turns = 1
      sessions.remember(session, `first-${i}`)
    }
    await sessions.close()
    expect(asked).toEqual({ find: 0, findByTip: 0, save: 0 })
  })

  test('is written once for many requests of a session', async () => {
    const { store, asked, rows } = openStore()
    const sessions = openSessions(store)
    for (let turn = 1; turn <= 5; turn++) {
      const { session } = await sessions.open(ACCOUNT, { source: OWN_SOURCE, id: 'a' }, hashesOf(CHAIN.slice(-turn)))
      session.turns = turn
      sessions.remember(session, CHAIN.at(-turn))
    }
    await sessions.close()
    expect(asked).toMatchObject({ find: 1, save: 1 })
    expect([...rows.values()][0]).toMatchObject({ turns: 5, lastUsedAt: 5000 })
  })

  test('saves the other sessions when one cannot be saved', async () => {
    const { store, asked, rows } = openStore()
    const sessions = openSessions(store)
    for (let i = 0; i < 24; i++) {
      const { session } = await sessions.open(ACCOUNT, { source: OWN_SOURCE, id: `s${i}` }, hashesOf([`tip ${i}`]))
      session.turns = 2
      sessions.remember(session, i === 10 ? BAD_TIP : `tip ${i}`)
    }
    await sessions.close()
    expect(rows.size).toBe(23)
    // Three transactions, and the eight sessions of the second one by one.
    expect(asked.save).toBe(3 + 8)
  })

  test('has two sessions for the same id if the accounts or the sources differ', async () => {
    const { store } = openStore()
    const sessions = openSessions(store)
    const open = async (account: string, source: string) =>
      (await sessions.open(account, { source, id: 'x' }, hashesOf(['c1']))).session.idHash
    const hashes = [await open('a', OWN_SOURCE), await open('b', OWN_SOURCE), await open('a', 'body')]
    expect(new Set(hashes).size).toBe(3)
  })
})
