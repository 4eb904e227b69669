import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'

const busy = expect.objectContaining({ code: 'busy', status: 503, headers: { 'Retry-After': '1' } })

test('one key holds no more than its share, and leaves the rest to others', () => {
  const budget = new BodyBudget({ maxBytes: 100, maxBytesPerKey: 40 })
  budget.open('a').grow(30)
  expect(() => budget.open('a').grow(11)).toThrow(busy)
  budget.open('b').grow(40)
  budget.open('c').grow(30)
  expect(() => budget.open('d').grow(1)).toThrow(busy)
  expect(budget.held).toBe(100)
})

test('what was announced is checked and not held', () => {
  const budget = new BodyBudget({ maxBytes: 100, maxBytesPerKey: 40 })
  for (let i = 0; i < 5; i++) budget.open('a').check(40)
  expect(budget.held).toBe(0)
  expect(() => budget.open('a').check(41)).toThrow(busy)
})

test('a lease is given back once, and is of no use afterwards', () => {
  const budget = new BodyBudget({ maxBytes: 100, maxBytesPerKey: 100 })
  const [first, second] = [budget.open('a'), budget.open('a')]
  first.grow(60)
  second.grow(40)
  first.release()
  first.release()
  first.shrink(60)
  expect(budget.held).toBe(40)
  expect(() => first.grow(1)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(budget.held).toBe(40)
})

test('whatever requests do, no bound is passed, and nothing is left when all are over', () => {
  const step = fc.record({
    lease: fc.nat(5),
    action: fc.constantFrom('grow', 'shrink', 'release'),
    bytes: fc.nat(60),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new BodyBudget({ maxBytes: 100, maxBytesPerKey: 50 })
      const leases = [0, 1, 2, 3, 4, 5].map((i) => budget.open(`key ${i % 3}`))
      for (const { lease, action, bytes } of steps) {
        try {
          if (action === 'release') leases[lease]!.release()
          else leases[lease]![action](bytes)
        } catch (error) {
          expect(error).toMatchObject({ code: 'busy' })
        }
        expect(budget.held).toBeGreaterThanOrEqual(0)
        expect(budget.held).toBeLessThanOrEqual(100)
      }
      for (const lease of leases) lease.release()
      expect(budget.held).toBe(0)
    }),
  )
})
