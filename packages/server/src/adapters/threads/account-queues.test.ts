import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { AccountQueues } from './account-queues.ts'

let queues: AccountQueues
let begun: string[]
const ends = new Map<string, () => void>()

beforeEach(() => {
  queues = new AccountQueues(100)
  begun = []
  ends.clear()
})

function run(name: string, bytes: number, { accountId = 'one', patienceMs = 60_000 } = {}) {
  return queues.run({ accountId, bytes, patienceMs }, () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  })
}

async function end(name: string): Promise<void> {
  ends.get(name)!()
  await sleep(1)
}

test('work of one account starts at once up to the limit, and the rest in order of arrival', async () => {
  const all = [run('a', 60), run('b', 40), run('c', 30), run('d', 10)]
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('work beyond the limit starts if the account has nothing else running', async () => {
  const all = [run('large', 500), run('small', 1)]
  expect(begun).toEqual(['large'])
  await end('large')
  expect(begun).toEqual(['large', 'small'])
  await end('small')
  expect(await Promise.all(all)).toEqual(['large', 'small'])
})

test('an account does not wait for another', async () => {
  void run('large', 500)
  void run('other', 500, { accountId: 'two' })
  expect(begun).toEqual(['large', 'other'])
})

test('work that waits too long is dropped, and does not delay the next', async () => {
  void run('first', 100)
  expect(await run('late', 100, { patienceMs: 5 })).toBeUndefined()
  const next = run('next', 100)
  await end('first')
  expect(begun).toEqual(['first', 'next'])
  await end('next')
  expect(await next).toBe('next')
})

test('work that waits too long frees the way for smaller work behind it', async () => {
  void run('running', 60)
  const large = run('large', 80, { patienceMs: 20 })
  void run('small', 40)
  expect(begun).toEqual(['running'])
  expect(await large).toBeUndefined()
  await expect.poll(() => begun).toEqual(['running', 'small'])
})

test('failed work releases its place for the next', async () => {
  const failing = queues.run({ accountId: 'one', bytes: 100, patienceMs: 1_000 }, () => Promise.reject(new Error('no')))
  const next = run('next', 100)
  await expect(failing).rejects.toThrow('no')
  await sleep(1)
  expect(begun).toEqual(['next'])
  await end('next')
  expect(await next).toBe('next')
})
