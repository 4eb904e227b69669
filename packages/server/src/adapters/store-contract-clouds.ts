import { describe, expect, test } from 'vitest'
import type { SessionRow } from '../proxy/session-port.ts'
import { sessionRow } from './session-row.fixture.ts'
import type { OpenedPlace } from './store-contract-place.ts'

/** Tag clouds, and the operator's lists of sessions. */
export function describeClouds(opened: OpenedPlace): void {
  describe('tag clouds', () => {
    test('are stored with their session, byte for byte, as last saved', async () => {
      const accountId = await addSession('a', 's')
      const { clouds } = opened.store
      expect(await clouds.find(accountId, 's')).toBeUndefined()
      expect(await clouds.save(accountId, 's', Uint8Array.of(1, 2))).toBe(true)
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
      expect(await clouds.save(accountId, 's', bytes)).toBe(true)
      expect(Uint8Array.from((await opened.other.clouds.find(accountId, 's'))!)).toEqual(bytes)
    })

    test('of sessions that are not stored are dropped', async () => {
      const accountId = await addSession('a', 's')
      const other = await addSession('b', 't')
      expect(await opened.store.clouds.save(accountId, 't', Uint8Array.of(1))).toBe(false)
      expect(await opened.store.clouds.find(other, 't')).toBeUndefined()
    })

    test('are deleted with their session, and survive its later saves', async () => {
      const accountId = await addSession('a', 'old', { lastUsedAt: 999 })
      await addSession('a', 'kept', { lastUsedAt: 1000 })
      for (const id of ['old', 'kept']) await opened.store.clouds.save(accountId, id, Uint8Array.of(7))
      await addSession('a', 'kept', { lastUsedAt: 2000, turns: 5 })
      await opened.store.sessions.forget(1000)
      await addSession('a', 'old', { lastUsedAt: 3000 })
      expect(await opened.store.clouds.find(accountId, 'old')).toBeUndefined()
      expect(await opened.store.clouds.find(accountId, 'kept')).toBeDefined()
    })

    test('can be deleted all at once, without their sessions', async () => {
      const accountId = await addSession('a', 's')
      await opened.store.clouds.save(accountId, 's', Uint8Array.of(7))
      expect(await opened.store.clouds.clear()).toBe(1)
      expect(await opened.store.clouds.find(accountId, 's')).toBeUndefined()
      expect(await opened.store.sessions.find(accountId, 's')).toBeDefined()
    })
  })

  describe('sealed tag clouds as a whole', () => {
    test('are read page by page, each with its session', async () => {
      const accountId = await addSession('a', 's0')
      for (const index of [0, 1, 2, 3, 4]) {
        await addSession('a', `s${index}`)
        if (index !== 2) await opened.store.clouds.save(accountId, `s${index}`, Uint8Array.of(index))
      }
      const read: [string, number][] = []
      for (let after = 0; ; ) {
        const page = await opened.other.clouds.page(after, 3)
        for (const row of page) {
          expect(row.accountId).toBe(accountId)
          read.push([row.idHash, row.sealed[0]!])
        }
        if (page.length < 3) break
        after = page.at(-1)!.position
      }
      expect(read).toEqual([
        ['s0', 0],
        ['s1', 1],
        ['s3', 3],
        ['s4', 4],
      ])
    })

    test('are replaced or removed unless they have changed since they were read', async () => {
      const accountId = await addSession('a', 's0')
      for (const [index, idHash] of ['s0', 's1', 's2'].entries()) {
        await addSession('a', idHash)
        await opened.store.clouds.save(accountId, idHash, Uint8Array.of(index))
      }
      const rows = await opened.store.clouds.page(0, 10)
      await opened.other.clouds.save(accountId, 's0', Uint8Array.of(99))
      const changes = rows.map((row, index) => ({ ...row, to: index === 2 ? undefined : Uint8Array.of(100 + index) }))
      expect(await opened.store.clouds.replace(changes)).toBe(2)
      const stored = await Promise.all(['s0', 's1', 's2'].map((idHash) => opened.store.clouds.find(accountId, idHash)))
      expect(stored.map((bytes) => bytes?.[0])).toEqual([99, 101, undefined])
    })
  })

  describe('listed sessions', () => {
    test('are ordered by their last use, newest first, of all accounts or of one', async () => {
      await addSession('a', 's1', { lastUsedAt: 1 })
      await addSession('b', 's2', { lastUsedAt: 3 })
      await addSession('a', 's3', { lastUsedAt: 2 })
      const { sessions } = opened.other
      const listed = async (filter: { accountName?: string; limit: number }) =>
        (await sessions.list(filter)).map(({ idHash, accountName }) => `${accountName}/${idHash}`)
      expect(await listed({ limit: 10 })).toEqual(['b/s2', 'a/s3', 'a/s1'])
      expect(await listed({ limit: 1 })).toEqual(['b/s2'])
      expect(await listed({ accountName: 'a', limit: 10 })).toEqual(['a/s3', 'a/s1'])
      expect(await listed({ accountName: 'nobody', limit: 10 })).toEqual([])
    })

    test('are found by any of thousands of hashes, or by the exact start of one', async () => {
      await addSession('a', 'Ab_c1')
      await addSession('a', 'AbXc2')
      await addSession('b', 'abxc3')
      const { sessions } = opened.store
      const found = async (wanted: { idHashes?: string[]; start?: string; accountName?: string }) =>
        (await sessions.findAny({ idHashes: [], limit: 10, ...wanted })).map(({ idHash }) => idHash).sort()
      const many = Array.from({ length: 1200 }, (_, index) => `none ${index}`)
      expect(await found({ idHashes: ['Ab_c1', ...many, 'abxc3'] })).toEqual(['Ab_c1', 'abxc3'])
      expect(await found({ start: 'Ab_' })).toEqual(['Ab_c1'])
      expect(await found({ start: 'Ab' })).toEqual(['AbXc2', 'Ab_c1'])
      expect(await found({ start: 'ab', accountName: 'a' })).toEqual([])
      expect(await found({})).toEqual([])
    })
  })

  async function addSession(account: string, idHash: string, changes: Partial<SessionRow> = {}): Promise<string> {
    const known = await opened.store.keys.findAccount(account)
    const key = { hash: `hash of ${account}`, preview: account, requestsPerMinute: null }
    const accountId = known?.id ?? (await opened.store.keys.createKey({ name: account }, key)).accountId
    const row = sessionRow(accountId, idHash, { turns: 2, requests: 2, ...changes })
    const stored = await opened.store.sessions.find(accountId, idHash)
    await opened.store.sessions.save([{ row: { ...row, version: stored?.version ?? 0 }, tip: `tip of ${idHash}` }])
    return accountId
  }
}
