import { expect, test } from 'vitest'
import type { Caller, KeyStore } from '../../gate/key-port.ts'
import { cacheCallers } from './caller-cache.ts'

const CALLER: Caller = {
  keyId: 'k',
  accountId: 'a',
  accountName: 'n',
  plan: 'free',
  requestsPerMinute: 1,
  limits: null,
  mode: null,
}

test('the cache looks for writes by others at most every ten milliseconds, and a write clears it', async () => {
  const database = { version: 1, asked: 0, caller: CALLER as Caller | undefined }
  const clock = { time: 0 }
  const store = { findCaller: async () => database.caller } as unknown as KeyStore
  const { keys } = cacheCallers(
    store,
    () => {
      database.asked++
      return database.version
    },
    { now: () => clock.time },
  )
  expect(await keys.findCaller('h')).toBe(CALLER)
  database.version = 2
  database.caller = undefined
  clock.time = 9.9
  expect(await keys.findCaller('h')).toBe(CALLER)
  clock.time = 10
  expect(await keys.findCaller('h')).toBeUndefined()
  expect(database.asked).toBe(2)
})

test('after a change, the cached callers are read again at once if `findMany` is given', async () => {
  const database = {
    version: 1,
    asked: 0,
    callers: new Map([
      ['h', CALLER],
      ['i', CALLER],
    ]),
  }
  const store = {
    async findCaller(keyHash: string) {
      database.asked++
      return database.callers.get(keyHash)
    },
  } as unknown as KeyStore
  const findMany = async (keyHashes: readonly string[]) =>
    new Map([...database.callers].filter(([keyHash]) => keyHashes.includes(keyHash)))
  const cache = cacheCallers(store, () => database.version, { checkIntervalMs: 0, findMany })
  await cache.keys.findCaller('h')
  await cache.keys.findCaller('i')
  database.version = 2
  database.callers.delete('i')
  cache.invalidateIfChanged()
  await new Promise(setImmediate)
  expect(await cache.keys.findCaller('h')).toBe(CALLER)
  expect(database.asked).toBe(2)
  expect(await cache.keys.findCaller('i')).toBeUndefined()
})

test.each([
  { outlivesStore: true, version: 1, isKnown: true },
  { outlivesStore: true, version: Number.NaN, isKnown: false },
  { outlivesStore: false, version: 1, isKnown: false },
])('knowsCallers is $isKnown with outlivesStore $outlivesStore and database version $version', async (asked) => {
  const { outlivesStore, version, isKnown } = asked
  const database = { version: 1 }
  const store = { findCaller: async () => CALLER } as unknown as KeyStore
  const { keys } = cacheCallers(store, () => database.version, { checkIntervalMs: 0, outlivesStore })
  expect(keys.knowsCallers()).toBe(false)
  await keys.findCaller('h')
  database.version = version
  expect(keys.knowsCallers()).toBe(isKnown)
})
