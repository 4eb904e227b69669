import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRankQueue } from './rank-queue.ts'

it('gives the lowest rank first, of equal ranks the leftmost place, and grows', () => {
  const entries = fc.array(fc.tuple(fc.integer({ min: 0, max: 199_999 }), fc.integer({ min: 0, max: 2 ** 22 })), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(entries, (pushed) => {
      const queue = createRankQueue(1)
      for (const [rank, place] of pushed) queue.push(rank, place)
      const popped: [number, number][] = []
      while (queue.pop()) popped.push([queue.rank, queue.place])
      expect(popped).toEqual([...pushed].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
    }),
  )
})

it('stays in order when entries come and go', () => {
  const queue = createRankQueue(4)
  queue.push(5, 1)
  queue.push(3, 9)
  expect(queue.pop() && [queue.rank, queue.place]).toEqual([3, 9])
  queue.push(1, 2)
  queue.push(5, 0)
  const rest: number[] = []
  while (queue.pop()) rest.push(queue.rank * 10 + queue.place)
  expect(rest).toEqual([12, 50, 51])
})
