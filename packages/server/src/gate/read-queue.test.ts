import { expect, test, vi } from 'vitest'
import { ClientGone } from './read-body.ts'
import { ReadQueue } from './read-queue.ts'

const of = (accountId: string) => ({ accountId, isGone: () => false })

test('reads run one at a time, and alternate between two accounts', async () => {
  const queue = new ReadQueue()
  const made: string[] = []
  let underWay = 0
  const read = (name: string) =>
    queue.run(of(name[0]!), async () => {
      made.push(`${name} ${underWay++}`)
      await Promise.resolve()
      underWay--
      return name
    })
  expect(await Promise.all(['a1', 'a2', 'a3', 'b1', 'b2'].map(read))).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(made).toEqual(['a1 0', 'a2 0', 'b1 0', 'a3 0', 'b2 0'])
})

test('after a read, also one that fails, the next waits four times as long as the read took, and at most a second', async () => {
  let now = 0
  const rests: number[] = []
  const queue = new ReadQueue({ now: () => now, rest: async (ms) => void rests.push(ms) })
  const lasting = (ms: number, error?: Error) => async () => {
    now += ms
    if (error) throw error
    return [...rests]
  }
  const failing = queue.run(of('a'), lasting(30, new Error('broken')))
  const following = [300, 0].map((ms) => queue.run(of('a'), lasting(ms)))
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all(following)).toEqual([[120], [120, 1000]])
})

test('a read for which nobody waits any more is not made', async () => {
  const queue = new ReadQueue()
  const clients = { isConnected: true }
  const read = vi.fn(async () => 'read')
  const first = queue.run(of('a'), async () => {
    clients.isConnected = false
  })
  const gone = queue.run({ accountId: 'a', isGone: () => !clients.isConnected }, read)
  await first
  await expect(gone).rejects.toBeInstanceOf(ClientGone)
  expect(read).not.toHaveBeenCalled()
  expect(await queue.run(of('a'), read)).toBe('read')
})
