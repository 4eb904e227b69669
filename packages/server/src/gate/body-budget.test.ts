import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'

const MB = 1024 * 1024
const busy = expect.objectContaining({ code: 'busy', status: 503, headers: { 'Retry-After': '1' } })

test('an account cannot lease more than its share of the memory for bodies', () => {
  const budget = new BodyBudget({ maxBytes: 100 * MB, maxBytesPerAccount: 40 * MB })
  budget.open('a').grow(30 * MB)
  expect(() => budget.open('a').grow(11 * MB)).toThrow(busy)
  budget.open('b').grow(40 * MB)
  budget.open('c').grow(30 * MB)
  expect(() => budget.open('d').grow(1 * MB)).toThrow(busy)
  expect(budget.held).toBe(100 * MB)
})

test('an announced length is checked and takes no memory', () => {
  const budget = new BodyBudget({ maxBytes: 100 * MB, maxBytesPerAccount: 40 * MB })
  for (let i = 0; i < 5; i++) budget.open('a').check(40 * MB)
  expect(budget.held).toBe(0)
  expect(() => budget.open('a').check(41 * MB)).toThrow(busy)
})

test('a released lease refuses to grow and is released once', () => {
  const budget = new BodyBudget({ maxBytes: 100 * MB, maxBytesPerAccount: 100 * MB })
  const [first, second] = [budget.open('a'), budget.open('a')]
  first.grow(60 * MB)
  second.grow(40 * MB)
  first.release()
  first.release()
  first.shrink(60 * MB)
  expect(budget.held).toBe(40 * MB)
  expect(() => first.grow(1 * MB)).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(budget.held).toBe(40 * MB)
})

test('no sequence of requests exceeds a limit or leaves memory leased', () => {
  const step = fc.record({
    lease: fc.nat(5),
    action: fc.constantFrom('grow', 'shrink', 'release'),
    bytes: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new BodyBudget({ maxBytes: 100 * MB, maxBytesPerAccount: 50 * MB })
      const leases = [0, 1, 2, 3, 4, 5].map((i) => budget.open(`account ${i % 3}`))
      const held = leases.map(() => 0)
      for (const { lease, action, bytes } of steps) {
        try {
          if (action === 'release') leases[lease]!.release()
          else leases[lease]![action](bytes * MB)
          const left = Math.max(0, held[lease]! - bytes)
          held[lease] = { grow: held[lease]! + bytes, shrink: left, release: 0 }[action]
        } catch (error) {
          expect(error).toMatchObject({ code: 'busy' })
        }
        expect(budget.held).toBe(held.reduce((sum, each) => sum + each) * MB)
        expect(budget.held).toBeLessThanOrEqual(100 * MB)
        for (let account = 0; account < 3; account++)
          expect(held[account]! + held[account + 3]!).toBeLessThanOrEqual(50)
      }
      for (const lease of leases) lease.release()
      expect(budget.held).toBe(0)
    }),
  )
})

test('small bodies are accepted up to 1.25 times the limit that large bodies have used up', () => {
  const budget = new BodyBudget({ maxBytes: 4 * MB, maxBytesPerAccount: 2 * MB })
  budget.open('a').grow(2 * MB)
  budget.open('b').grow(2 * MB)
  expect(() => budget.open('c').grow(MB)).toThrow(busy)
  const small = () => budget.open('c').grow(MB / 4)
  for (let i = 0; i < 4; i++) small()
  expect(small).toThrow(busy)
  expect(budget.held).toBe(5 * MB)
})
