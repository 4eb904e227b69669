import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../store-unavailable.ts'
import { ForeignObjects } from './foreign-objects.ts'

/** A store that answers when it is told to. */
function openHeld() {
  const queries: { accountId: string; settle: PromiseWithResolvers<boolean> }[] = []
  const clock = { time: 1_000_000, now: () => clock.time }
  const hasOthers = (accountId: string) => {
    const settle = Promise.withResolvers<boolean>()
    queries.push({ accountId, settle })
    return settle.promise
  }
  const objects = new ForeignObjects({ hasOthers }, clock)
  /** Asks once, and answers the query that this causes. */
  const askWith = async (accountId: string, has: boolean) => {
    const asked = objects.mayExist(accountId)
    queries.at(-1)!.settle.resolve(has)
    return await asked
  }
  return { objects, clock, queries, askWith }
}

describe('the question whether others have objects', () => {
  test('is one query for concurrent requests of an account', async () => {
    const { objects, queries } = openHeld()
    const asked = [objects.mayExist('a'), objects.mayExist('a'), objects.mayExist('b')]
    expect(queries.map(({ accountId }) => accountId)).toEqual(['a', 'b'])
    for (const { accountId, settle } of queries) settle.resolve(accountId === 'b')
    expect(await Promise.all(asked)).toEqual([false, false, true])
  })

  test.each([
    ['a second if they have none', false, 1_000],
    ['a minute if they have some', true, 60_000],
  ])('is asked again after %s', async (_, has, ms) => {
    const { clock, queries, askWith } = openHeld()
    for (const passed of [0, ms - 1, 1]) {
      clock.time += passed
      expect(await askWith('a', has)).toBe(has)
    }
    expect(queries.length).toBe(2)
  })

  test.each([false, true])('is asked again after the clock was set back, if the answer was %s', async (has) => {
    const { clock, askWith } = openHeld()
    await askWith('a', has)
    clock.time -= 600_000
    expect(await askWith('a', !has)).toBe(!has)
  })

  test('is asked again after another account has made an object, and not after the account itself has', async () => {
    const { objects, queries, askWith } = openHeld()
    await askWith('a', false)
    objects.noteObject('a')
    expect(await askWith('a', true)).toBe(false)
    objects.noteObject('b')
    expect(await askWith('a', true)).toBe(true)
    objects.noteObject('b')
    expect(await objects.mayExist('a')).toBe(true)
    expect(queries.length).toBe(2)
  })

  test('is not answered by a query that began before another account made an object', async () => {
    const { objects, queries } = openHeld()
    const early = objects.mayExist('a')
    objects.noteObject('b')
    const late = objects.mayExist('a')
    expect(queries.length).toBe(2)
    queries[0]!.settle.resolve(false)
    expect(await early).toBe(false)
    const later = objects.mayExist('a')
    queries[1]!.settle.resolve(true)
    expect(await Promise.all([late, later, objects.mayExist('a')])).toEqual([true, true, true])
    expect(queries.length).toBe(2)
  })

  test('has the answer yes while the store is not available, which is not remembered', async () => {
    const { objects, queries, askWith } = openHeld()
    const asked = objects.mayExist('a')
    queries[0]!.settle.reject(new StoreUnavailable('gone'))
    expect(await asked).toBe(true)
    expect(await askWith('a', false)).toBe(false)
  })
})
