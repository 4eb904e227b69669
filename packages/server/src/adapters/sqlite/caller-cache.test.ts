import { expect, test } from 'vitest'
import type { KeyStore } from '../../key-port.ts'
import type { Caller } from '../../ports.ts'
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

test('whether somebody else has written is asked once in ten milliseconds, and what was known is forgotten then', async () => {
  const database = { version: 1, asked: 0, caller: CALLER as Caller | undefined }
  const clock = { time: 0 }
  const store = { findCaller: async () => database.caller } as unknown as KeyStore
  const { keys } = cacheCallers(
    store,
    () => {
      database.asked++
      return database.version
    },
    () => clock.time,
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
