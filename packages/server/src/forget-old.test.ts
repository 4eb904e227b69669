import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionRow } from './adapters/session-row.fixture.ts'
import { openSqliteStore } from './adapters/sqlite/open-sqlite-store.ts'
import { forgetOldHourly } from './forget-old.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { Store } from './store-port.ts'

const MINUTE_MS = 60_000

let directory = ''
let store: Store

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-forget-'))
  store = await openSqliteStore({ dataDir: directory, requestsPerMinute: 1 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

test('expired sessions are removed a minute after the start, then every hour, and no more after the stop', async () => {
  const { accountId } = await store.keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
  const now = Date.now()
  const stop = forgetOldHourly({ store, clock: { now: () => now }, limits: DEFAULT_LIMITS, log: { warn() {} } })
  const isRemovedAfter = async (minutes: number) => {
    const row = sessionRow(accountId, 'old', { lastUsedAt: now - DEFAULT_LIMITS.sessionLifetimeMs - 1 })
    await store.sessions.save([{ row, tip: 'tip' }])
    await vi.advanceTimersByTimeAsync(minutes * MINUTE_MS)
    await new Promise(setImmediate)
    return (await store.sessions.find(accountId, 'old')) === undefined
  }
  expect(await isRemovedAfter(1)).toBe(true)
  expect(await isRemovedAfter(58)).toBe(false)
  expect(await isRemovedAfter(1)).toBe(true)
  stop()
  expect(await isRemovedAfter(120)).toBe(false)
})

test('data is removed although another kind cannot be, and the log names that kind', async () => {
  const warnings: string[] = []
  const now = Date.now()
  vi.spyOn(store.sessions, 'forget').mockRejectedValue(new Error('the table is damaged'))
  const forgetAlerts = vi.spyOn(store.alerts, 'forget')
  const stop = forgetOldHourly({
    store,
    clock: { now: () => now },
    limits: DEFAULT_LIMITS,
    log: { warn: (_: object, message: string) => void warnings.push(message) },
  })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await vi.waitFor(() => expect(forgetAlerts).toHaveBeenCalledWith(now - DEFAULT_LIMITS.alertLifetimeMs))
  expect(warnings).toEqual(['Could not remove expired sessions.'])
  stop()
})
