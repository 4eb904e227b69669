import { expect, it } from 'vitest'
import { cheapestOf, type Step } from './cheapest.ts'

type Choice = 'keep' | 'fold'

const NEW_TOKENS = 100
const DIGEST_TOKENS = 200

/**
 * A request costs a tenth for tokens that were sent before, and the full price for new ones. A fold writes a digest, paid in
 * full.
 */
function stepsOf(tokens: number): Step<number, Choice>[] {
  const folded = DIGEST_TOKENS + NEW_TOKENS
  const kept = tokens + NEW_TOKENS
  return [
    { choice: 'keep', price: 0.1 * tokens + NEW_TOKENS, carried: 0.1 * kept, memory: kept },
    { choice: 'fold', price: folded, carried: 0.1 * folded, memory: folded },
  ]
}

function scheduleOf(length: number) {
  return [...cheapestOf(length, [1000], stepsOf)].at(-1)!
}

/** The least bill of all schedules, by trying each of them. */
function leastOf(length: number, tokens = 1000): number {
  if (length === 0) return 0
  return Math.min(...stepsOf(tokens).map(({ price, memory }) => price + leastOf(length - 1, memory)))
}

it('folds nothing in a conversation that ends before a fold is earned back', () => {
  // Kept: 200 + 210. Folded first: 300 + 130.
  expect(scheduleOf(2)).toEqual({ bill: 410, choices: ['keep', 'keep'], followed: [410] })
})

it('folds at once in a conversation that ends just after a fold is earned back', () => {
  // Kept: 200 + 210 + 220. Folded first: 300 + 130 + 140.
  expect(scheduleOf(3)).toEqual({ bill: 570, choices: ['fold', 'keep', 'keep'], followed: [630] })
})

it('finds the same bill as trying all schedules', () => {
  for (let length = 1; length <= 14; length++) expect(scheduleOf(length).bill).toBeCloseTo(leastOf(length))
})

it('yields the least bill after every request', () => {
  const bills = [...cheapestOf(6, [1000], stepsOf)].map(({ bill }) => bill)
  expect(bills.slice(0, 3)).toEqual([200, 410, 570])
})
