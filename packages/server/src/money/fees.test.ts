import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeFor, SHARE_PERCENT } from './fees.ts'

const price = (dollars: number) => ({ name: 'm', microDollarsPerMillion: dollars * 1_000_000 })
const anyPrice = fc.nat(100_000_000).map((microDollarsPerMillion) => ({ name: 'm', microDollarsPerMillion }))
const anyTokens = fc.nat(50_000_000)
const anyPlan = fc.constantFrom('free' as const, 'pro' as const)

test.each([
  // A million tokens at 4 dollars are 400 cents.
  [1_000_000, 4, 'free', 120_000_000],
  [1_000_000, 4, 'pro', 80_000_000],
  [10_000, 4, 'free', 1_200_000],
  [1, 0.1, 'free', 3],
  [1, 0.1, 'pro', 2],
  [0, 10, 'free', 0],
  [50_000_000, 10_000, 'free', 15_000_000_000_000],
] as const)(
  '%d tokens saved at %d dollars a million cost a %s account %d micro-cents',
  (tokens, dollars, plan, fee) => {
    expect(feeFor(tokens, price(dollars), plan)).toBe(fee)
  },
)

test('a fee is rounded down, once, to whole micro-cents', () => {
  fc.assert(
    fc.property(anyTokens, anyPrice, anyPlan, (tokens, price, plan) => {
      const fee = feeFor(tokens, price, plan)
      const exact = BigInt(tokens) * BigInt(price.microDollarsPerMillion) * BigInt(SHARE_PERCENT[plan])
      expect(Number.isSafeInteger(fee)).toBe(true)
      expect(BigInt(fee) * 1_000_000n <= exact).toBe(true)
      expect(BigInt(fee + 1) * 1_000_000n > exact).toBe(true)
    }),
  )
})

test('more tokens or a higher price never cost less, and pro never costs more than free', () => {
  fc.assert(
    fc.property(anyTokens, anyTokens, anyPrice, (some, more, price) => {
      expect(feeFor(some + more, price, 'free')).toBeGreaterThanOrEqual(feeFor(some, price, 'free'))
      expect(feeFor(some, price, 'pro')).toBeLessThanOrEqual(feeFor(some, price, 'free'))
      const dearer = { ...price, microDollarsPerMillion: price.microDollarsPerMillion + 1 }
      expect(feeFor(some, dearer, 'free')).toBeGreaterThanOrEqual(feeFor(some, price, 'free'))
    }),
  )
})

test('fractional and negative counts, and fees beyond the largest exact number, are refused', () => {
  for (const tokens of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => feeFor(tokens, price(1), 'free')).toThrow(RangeError)
  expect(() => feeFor(Number.MAX_SAFE_INTEGER, price(10_000), 'free')).toThrow(RangeError)
})
