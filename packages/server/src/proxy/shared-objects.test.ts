import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Caller } from '../gate/key-port.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { ObjectStore } from './object-port.ts'
import { SharedObjects } from './shared-objects.ts'

const ALICE = { accountId: 'a', accountName: 'alice' } as Caller
const BOB = { accountId: 'b', accountName: 'bob' } as Caller
const RETRIED = { timeout: 10_000 }

/** A store of two processes that can fail. */
function openTwo() {
  const owners = new Map<string, string>()
  const state = { error: undefined as Error | undefined, failures: 0, attempts: 0, lookUps: [] as number[] }
  const answer = <Result>(read: () => Result) => (state.error ? Promise.reject(state.error) : Promise.resolve(read()))
  const store: ObjectStore = {
    findOwners(hashes) {
      state.lookUps.push(hashes.length)
      return answer(() => new Map([...owners].filter(([hash]) => hashes.includes(hash))))
    },
    claim(account, hashes) {
      state.attempts++
      return answer(() => {
        for (const hash of hashes) if (!owners.has(hash)) owners.set(hash, account)
      })
    },
    forget: (account, hash) => answer(() => void (owners.get(hash) === account && owners.delete(hash))),
    forgetExpired: async () => {},
    hasOthers: (account) => answer(() => [...owners.values()].some((owner) => owner !== account)),
  }
  const log = { info() {}, warn() {}, error() {} }
  const onFailure = () => state.failures++
  const open = () => new SharedObjects({ store, hash: (text) => text, clock: { now: () => 0 }, log, onFailure })
  return { objects: open(), elsewhere: open(), owners, state }
}

const usable = async (objects: SharedObjects, caller: Caller, id: string) =>
  (await objects.usable(caller, 'openai', [id])).has(id)

test('an object that is made while the store is not available has its owner afterwards, in all processes', async () => {
  const { objects, elsewhere, state } = openTwo()
  state.error = new StoreUnavailable('gone')
  await objects.claim(ALICE, 'openai', ['file-1', 'file-2'])
  await vi.waitFor(() => expect(state.attempts).toBe(2))
  state.error = undefined
  // Before it is stored, this process knows it.
  expect([await usable(objects, ALICE, 'file-2'), await usable(objects, BOB, 'file-2')]).toEqual([true, false])
  await vi.waitFor(async () => expect(await usable(elsewhere, ALICE, 'file-2')).toBe(true), RETRIED)
  expect([await usable(objects, ALICE, 'file-1'), await usable(objects, BOB, 'file-1')]).toEqual([true, false])
  expect(await objects.isForeign(BOB, 'openai', ['file-1'])).toBe(true)
  expect(state.failures).toBe(0)
})

test('an object that waits for the store keeps its first owner', async () => {
  const { objects, elsewhere, state } = openTwo()
  state.error = new StoreUnavailable('gone')
  await objects.claim(ALICE, 'openai', ['file-1'])
  state.error = undefined
  await objects.claim(BOB, 'openai', ['file-1'])
  await vi.waitFor(async () => expect(await usable(elsewhere, ALICE, 'file-1')).toBe(true), RETRIED)
  expect(await usable(objects, BOB, 'file-1')).toBe(false)
})

test('an object that is deleted while it waits for the store is not stored', async () => {
  const { objects, owners, state } = openTwo()
  state.error = new StoreUnavailable('gone')
  await objects.claim(ALICE, 'openai', ['file-1', 'file-2'])
  await objects.forget(ALICE, 'openai', 'file-1')
  state.error = undefined
  await objects.flush()
  expect([...owners.values()]).toEqual(['a'])
  expect(await usable(objects, ALICE, 'file-1')).toBe(false)
})

test('an owner that the store refuses is lost, and counted', async () => {
  const { objects, state } = openTwo()
  state.error = new Error('no such account')
  await objects.claim(ALICE, 'openai', ['file-1'])
  state.error = undefined
  expect(await usable(objects, ALICE, 'file-1')).toBe(false)
  expect(state.failures).toBe(1)
})

test('an object of one account concerns the others at once', async () => {
  const { objects } = openTwo()
  expect(await objects.mayMeetForeign(BOB)).toBe(false)
  await objects.claim(ALICE, 'openai', ['file-1'])
  expect(await objects.mayMeetForeign(BOB)).toBe(true)
  expect(await objects.mayMeetForeign(ALICE)).toBe(false)
})

/** A body may name ids that exist nowhere. */
const invented = Array.from({ length: 2_000 }, (_, index) => `file-invented${index}`)

test('many ids are looked up in parts, with a tick of the event loop between them, one request at a time', async () => {
  const { objects, state } = openTwo()
  await objects.claim(ALICE, 'openai', ['file-1'])
  const asked = [
    objects.isForeign(BOB, 'openai', [...invented, 'file-1']),
    objects.isForeign(BOB, 'openai', invented),
    objects.isForeign(ALICE, 'openai', [...invented, 'file-1']),
    objects.usable(BOB, 'openai', invented),
  ]
  const parts: number[] = []
  for (let ticks = 0; ticks < 40; ticks++) {
    parts.push(state.lookUps.splice(0).length)
    await nextTick()
  }
  expect(Math.max(...parts)).toBeLessThanOrEqual(2)
  expect(await Promise.all(asked)).toEqual([true, false, false, new Set()])
})

test('few ids do not wait for a request with many', async () => {
  const { objects } = openTwo()
  const order: string[] = []
  const many = objects.isForeign(BOB, 'openai', invented).then(() => order.push('many'))
  await objects.isForeign(BOB, 'openai', invented.slice(0, 500)).then(() => order.push('few'))
  await many
  expect(order).toEqual(['few', 'many'])
})

test('an account whose requests with many ids wait already is refused more of them, and others are not', async () => {
  const { objects } = openTwo()
  const asked = Array.from({ length: 31 }, () => objects.isForeign(BOB, 'openai', invented))
  await expect(objects.isForeign(BOB, 'openai', invented)).rejects.toMatchObject({ code: 'busy' })
  expect(await objects.isForeign(ALICE, 'openai', invented)).toBe(false)
  expect(await Promise.all(asked)).toEqual(asked.map(() => false))
  expect(await objects.isForeign(BOB, 'openai', invented)).toBe(false)
})
