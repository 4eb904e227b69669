import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRankQueue } from './rank-queue.ts'

it('a rank queue returns the lowest rank first, and among equal ranks the leftmost position', () => {
  const entries = fc.array(fc.tuple(fc.integer({ min: 0, max: 199_999 }), fc.integer({ min: 0, max: 2 ** 22 })), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(entries, (pushed) => {
      const queue = createRankQueue()
      for (const [rank, place] of pushed) queue.push(rank, place)
      const popped: [number, number][] = []
      while (queue.pop()) popped.push([queue.rank, queue.place])
      expect(popped).toEqual([...pushed].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
    }),
  )
})

it('a rank queue stays in order while entries are added and removed', () => {
  const steps = fc.array(
    fc.oneof(fc.constant(undefined), fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 20 }))),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(steps, (pushed) => {
      const queue = createRankQueue()
      const model: [number, number][] = []
      for (const entry of pushed) {
        if (entry !== undefined) {
          queue.push(...entry)
          model.push(entry)
          model.sort((a, b) => a[0] - b[0] || a[1] - b[1])
          continue
        }
        const first = model.shift()
        expect(queue.pop() ? [queue.rank, queue.place] : undefined).toEqual(first)
      }
    }),
    { numRuns: 500 },
  )
})
