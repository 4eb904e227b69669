import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore } from './open-sqlite-store.ts'

/**
 * Databases that earlier versions wrote, by their newest migration. Each contains the rows of `filled-store.fixture`.
 */
const RELEASED = join(import.meta.dirname, 'released')

let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pleat-upgrade-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test.each(readdirSync(RELEASED))(
  'the database %s of an earlier version keeps its data when it is upgraded',
  async (name) => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'pleat.db'), gunzipSync(readFileSync(join(RELEASED, name))), { mode: 0o600 })
    const store = await openSqliteStore({ dataDir, requestsPerMinute: 1, checksIntegrity: true })
    const { accountId, keyId } = (await store.keys.findCaller('hash of anna'))!
    expect((await store.ledger.verify()).map(({ entries, problems }) => [entries, problems])).toEqual([
      [2, []],
      [2, []],
    ])
    const fee = { microCents: 5, sharePercent: 30 }
    const price = { savedTokens: 1, priceName: 'm', microDollarsPerMillion: 1 }
    const charge = { accountId, keyId, ...price, fees: { free: fee, pro: fee } }
    const repeated = { ...charge, once: { keyHash: 'once anna', bodyHash: 'body' } }
    expect(await store.ledger.charge(repeated)).toEqual({ kind: 'charged', microCents: 30, plan: 'free' })
    expect(await store.ledger.charge({ ...charge, once: undefined })).toMatchObject({ microCents: 5 })
    expect((await store.ledger.list(accountId, { limit: 9 })).map(({ sequence }) => sequence)).toEqual([3, 2, 1])
    const session = (await store.sessions.find(accountId, 'session of anna'))!
    expect(session).toMatchObject({ turns: 3, refusedTips: ['tip'], version: 1 })
    const [saved] = await store.sessions.save([{ row: { ...session, turns: 4 }, tip: 'next' }])
    expect(saved).toEqual({ kind: 'saved', version: 2 })
    expect((await store.usage.list({ accountName: 'anna' })).map(({ requests }) => requests)).toEqual([1])
    expect(await store.accounts.delete('anna')).toMatchObject({ keys: 1, sessions: 2, ledgerEntries: 3 })
    expect((await store.ledger.verify()).flatMap(({ problems }) => problems)).toEqual([])
    await store.close()
  },
)
