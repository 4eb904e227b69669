import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreUnavailable } from '../store-unavailable.ts'
import { WriteBatch } from './write-batch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** A store whose next writes fail as specified: before writing, or after. It refuses batches with a negative entry. */
function openBatch(merge?: (entries: readonly number[]) => number[]) {
  const written = new Map<string, readonly number[]>()
  const fates: ('lost' | 'unknown' | 'wrong' | Promise<void>)[] = []
  const logged: string[] = []
  const state = { attempts: 0, failures: 0 }
  const batch = new WriteBatch<number>({
    async write(entries, name) {
      state.attempts++
      const fate = fates.shift()
      if (fate instanceof Promise) return await fate
      if (fate === 'wrong' || (fate === undefined && entries.some((entry) => entry < 0))) throw new Error('wrong')
      if (fate !== 'lost' && !written.has(name)) written.set(name, entries)
      if (fate !== undefined) throw new StoreUnavailable('gone')
    },
    ...(merge && { merge }),
    what: 'usage',
    log: { info() {}, warn: (_, text) => void logged.push(text), error: (_, text) => void logged.push(text) },
    onFailure: () => void state.failures++,
  })
  const stored = () => [...written.values()].flat()
  return { batch, fates, state, logged, stored }
}

/** Lets the clock run until everything is written. */
async function settle(batch: WriteBatch<number>): Promise<void> {
  const flushed = batch.flush()
  await vi.advanceTimersByTimeAsync(9_000)
  await flushed
}

test('entries wait for a store that is not available and are written once, even if a failed write took effect', async () => {
  const { batch, fates, state, stored, logged } = openBatch()
  fates.push('lost', 'unknown', 'lost', 'unknown')
  batch.add(1)
  await vi.advanceTimersByTimeAsync(1500)
  batch.add(2)
  batch.add(3)
  await settle(batch)
  expect(stored()).toEqual([1, 2, 3])
  expect([state.failures, logged]).toEqual([0, ['Could not store usage; retrying until the store is available.']])
})

test('entries that the store refuses are dropped, and later ones are written', async () => {
  const { batch, fates, state, stored } = openBatch()
  fates.push('wrong')
  batch.add(1)
  await vi.advanceTimersByTimeAsync(50)
  await new Promise(setImmediate)
  batch.add(2)
  await settle(batch)
  expect([stored(), state.failures]).toEqual([[2], 1])
})

test.each([
  ['one of two', [1, -1]],
  ['the only one', [-1]],
  ['the first and the last of many', [-1, ...Array.from({ length: 1000 }, (_, index) => index), -2]],
  ['all', Array.from({ length: 40 }, () => -1)],
])('entries that the store refuses cost no others: %s', async (_, entries) => {
  const { batch, state, stored, logged } = openBatch()
  for (const entry of entries) batch.add(entry)
  await settle(batch)
  const good = entries.filter((entry) => entry >= 0)
  const bad = entries.length - good.length
  expect(stored()).toEqual(good)
  expect([state.failures, logged]).toEqual([bad, Array(bad).fill('Could not store usage.')])
  expect(state.attempts).toBeLessThan(60)
})

test('entries of a refused batch are written once if the store then becomes unavailable, and readers see them', async () => {
  const { batch, fates, state, stored } = openBatch()
  fates.push('wrong', 'unknown')
  for (const entry of [1, 2, 3, -1]) batch.add(entry)
  while (fates.length > 0) await new Promise(setImmediate)
  const read = await batch.alone(async (waiting) => [...stored(), ...waiting()].sort())
  expect(read).toEqual([-1, 1, 2, 3])
  await settle(batch)
  expect([stored().sort(), state.failures]).toEqual([[1, 2, 3], 1])
})

test('waiting entries are merged when there are many, which bounds their memory', async () => {
  const { batch, fates, stored } = openBatch((entries) => [entries.reduce((sum, entry) => sum + entry, 0)])
  fates.push('lost')
  batch.add(1)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  for (let index = 0; index < 50_000; index++) batch.add(1)
  await settle(batch)
  expect(stored().reduce((sum, entry) => sum + entry, 0)).toBe(50_001)
  expect(stored().length).toBeLessThan(11_000)
})

test('no reader runs while it is unknown whether entries were stored', async () => {
  const { batch, fates } = openBatch()
  fates.push('unknown', 'unknown')
  batch.add(1)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  await expect(batch.alone(async () => 'read')).rejects.toThrow(StoreUnavailable)
  expect(await batch.alone(async (waiting) => [...waiting()])).toEqual([])
  await settle(batch)
})

test('closing the server waits ten seconds for the store, and reports that entries were lost', async () => {
  const { batch, fates, logged, state } = openBatch()
  fates.push(...Array<'lost'>(50).fill('lost'))
  batch.add(1)
  batch.add(2)
  const flushed = batch.flush()
  await vi.advanceTimersByTimeAsync(12_000)
  await flushed
  expect([state.failures, logged.at(-1)]).toEqual([1, 'Could not store usage: the store is not available.'])
})

test.each([
  ['does not end', () => {}],
  ['fails afterwards', (end: PromiseWithResolvers<void>) => end.reject(new StoreUnavailable('gone'))],
])('closing the server reports once that entries were lost if their first write %s', async (_, act) => {
  const { batch, fates, logged, state } = openBatch()
  const end = Promise.withResolvers<void>()
  fates.push(end.promise)
  batch.add(1)
  await new Promise(setImmediate)
  batch.add(2)
  const flushed = batch.flush()
  await vi.advanceTimersByTimeAsync(12_000)
  await flushed
  act(end)
  await new Promise(setImmediate)
  expect([state.failures, logged]).toEqual([1, ['Could not store usage: the store is not available.']])
})
