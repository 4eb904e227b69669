import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function openTasks(queue: FairQueue) {
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const add = (name: string) =>
    queue.run(name[0]!, () => {
      started.push(name)
      return new Promise<void>((resolve) => finish.set(name, resolve))
    })
  return { started, add, finish: (name: string) => finish.get(name)!() }
}

test('a key runs one task at a time and delays no other key', async () => {
  const { started, add, finish } = openTasks(new FairQueue(2))
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map(add)
  await expect.poll(() => started).toEqual(['a1', 'b1'])
  finish('b1')
  await expect.poll(() => started).toEqual(['a1', 'b1', 'c1'])
  finish('a1')
  await expect.poll(() => started).toEqual(['a1', 'b1', 'c1', 'a2'])
  for (const name of ['c1', 'a2']) finish(name)
  await expect.poll(() => started.at(-1)).toBe('a3')
  finish('a3')
  await Promise.all(all)
})

test('the next task runs after one that fails', async () => {
  const queue = new FairQueue(1)
  const failing = queue.run('a', () => Promise.reject(new Error('broken')))
  const next = queue.run('a', async () => 'done')
  expect(queue.waiting('a')).toBe(1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(queue.waiting('a')).toBe(0)
})
