import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billFor, inputBillFor } from './bill.ts'
import { createPriceList } from './prices.ts'

const prices = createPriceList()
const none = { inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }
const cents = (model: string, tokens: Partial<typeof none>) =>
  billFor({ ...none, ...tokens }, prices.findAll({ model, provider: undefined })) / 1_000_000

test.each([
  // A million tokens, in cents.
  ['claude-sonnet-4-5', { inputTokens: 1e6 }, 300],
  ['claude-sonnet-4-5-20250929', { outputTokens: 1e6 }, 1500],
  ['claude-sonnet-4-5', { inputTokens: 1e6, cachedTokens: 1e6 }, 30],
  ['claude-sonnet-4-5', { inputTokens: 1e6, cacheWriteTokens: 1e6 }, 375],
  ['gpt-5', { inputTokens: 1e6, cachedTokens: 5e5, outputTokens: 1e5 }, 62.5 + 6.25 + 100],
  ['gpt-4o', { inputTokens: 1e6, outputTokens: 1e6 }, 250 + 1000],
  ['gpt-5.5-2026-04-23', { outputTokens: 1e6 }, 3000],
  ['gpt-4.1-mini', { outputTokens: 1e6 }, 160],
  ['text-embedding-3-small', { inputTokens: 1e6 }, 2],
  ['a model nobody knows', { inputTokens: 1e6, outputTokens: 1e6 }, 200 + 1600],
])('%s: %j costs %d cents', (model, tokens, expected) => {
  expect(cents(model, tokens)).toBeCloseTo(expected, 6)
})

test('a bill is whole, never negative, and never lower for more output tokens', () => {
  const count = fc.nat(1e9)
  const tokens = fc.record({ inputTokens: count, cachedTokens: count, cacheWriteTokens: count, outputTokens: count })
  const model = fc.constantFrom('gpt-5', 'claude-opus-5', 'unknown')
  fc.assert(
    fc.property(tokens, count, model, (billed, more, name) => {
      const found = prices.findAll({ model: name, provider: undefined })
      const bill = billFor(billed, found)
      expect(Number.isSafeInteger(bill) && bill >= 0).toBe(true)
      expect(billFor({ ...billed, outputTokens: billed.outputTokens + more }, found)).toBeGreaterThanOrEqual(bill)
    }),
  )
})

test("a bill follows the rates of the operator's table before the built-in ones", () => {
  const table = {
    models: { 'my-model': 1 },
    families: [],
    providers: {},
    rates: [{ name: 'my', cached: 0.5, cache_write: 2, output: 3 }],
  }
  expect(createPriceList(table).findAll({ model: 'my-model', provider: undefined })).toEqual({
    name: 'my-model',
    isKnown: true,
    hasOwnRates: true,
    input: 1_000_000,
    cachedInput: 500_000,
    cacheWrite: 2_000_000,
    output: 3_000_000,
  })
})

test('the bill of the input leaves the output out, and is in micro-dollars', () => {
  const found = prices.findAll({ model: 'gpt-4o', provider: undefined })
  const tokens = { ...none, inputTokens: 3000, cachedTokens: 1000, outputTokens: 500 }
  // 2.50 dollars for a million fresh tokens, and half of that from the cache.
  expect(inputBillFor(tokens, found)).toBe(2000 * 2.5 + 1000 * 1.25)
})
