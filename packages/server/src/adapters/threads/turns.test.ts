import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { Turns } from './turns.ts'

let turns: Turns
let begun: string[]
const ends = new Map<string, () => void>()

beforeEach(() => {
  turns = new Turns(100)
  begun = []
  ends.clear()
})

function take(name: string, bytes: number, { accountId = 'one', patienceMs = 60_000 } = {}) {
  return turns.take({ accountId, bytes, patienceMs }, () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  })
}

async function end(name: string): Promise<void> {
  ends.get(name)!()
  await sleep(1)
}

test('work of one account starts at once up to the limit, and the rest in order of arrival', async () => {
  const all = [take('a', 60), take('b', 40), take('c', 30), take('d', 10)]
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('work beyond the limit starts if the account has nothing else running', async () => {
  const all = [take('large', 500), take('small', 1)]
  expect(begun).toEqual(['large'])
  await end('large')
  expect(begun).toEqual(['large', 'small'])
  await end('small')
  expect(await Promise.all(all)).toEqual(['large', 'small'])
})

test('an account does not wait for another', async () => {
  void take('large', 500)
  void take('other', 500, { accountId: 'two' })
  expect(begun).toEqual(['large', 'other'])
})

test('work that waits too long is not done, and delays nothing', async () => {
  void take('first', 100)
  expect(await take('late', 100, { patienceMs: 5 })).toBeUndefined()
  const next = take('next', 100)
  await end('first')
  expect(begun).toEqual(['first', 'next'])
  await end('next')
  expect(await next).toBe('next')
})

test('failed work releases its place for the next', async () => {
  const failing = turns.take({ accountId: 'one', bytes: 100, patienceMs: 1_000 }, () => Promise.reject(new Error('no')))
  const next = take('next', 100)
  await expect(failing).rejects.toThrow('no')
  await sleep(1)
  expect(begun).toEqual(['next'])
  await end('next')
  expect(await next).toBe('next')
})
