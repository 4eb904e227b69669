import { type Caching, NO_CACHING, type Usage } from '@pleat/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConversationFacts } from '../compression/compression-port.ts'
import { createPriceList } from '../money/prices.ts'
import { type Billed, DirectBills } from './direct-bills.ts'

/** One dollar per million tokens: a token costs one millionth of a dollar. */
const PRICES = createPriceList({ models: { m: 1 }, families: [], providers: {}, rates: [] })
const MINUTE_MS = 60_000
const AUTOMATIC: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

const open = () => new DirectBills(PRICES)

/** The request of turn `turn`. Its heads are those of all previous turns. */
function request(
  turn: number,
  changes: Omit<Partial<Billed>, 'usage'> & { usage?: Partial<Usage>; terms?: object } = {},
): Billed {
  const { usage, terms, ...rest } = changes
  const heads = Array.from({ length: turn }, (_, index) => `head ${turn - index}`)
  return {
    facts: {
      heads,
      head: heads[0],
      cacheTerms: { lifetimeMs: 5 * MINUTE_MS, leastTokens: 1024, caching: AUTOMATIC, ...terms },
    } as unknown as ConversationFacts,
    model: 'm',
    provider: 'openai',
    usage: { inputTokens: 2000, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 10, ...usage },
    savedTokens: 0,
    hasCache: true,
    at: turn * 1000,
    ...rest,
  }
}

describe('the bills of a request and of its original', () => {
  test('are equal before anything was saved', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.nat(3000), fc.nat(2000), (cached, fresh, written) => {
        const usage = { inputTokens: cached + fresh + written, cachedTokens: cached, cacheWriteTokens: written }
        const bills = open()
        for (let turn = 1; turn < 4; turn++) {
          const bill = bills.compare(request(turn, { usage }))
          expect(bill.directMicroDollars).toBe(bill.microDollars)
          expect(bill.directCachedTokens).toBe(bill.cachedTokens)
        }
      }),
    )
  })

  test('price fresh tokens in full, and cached reads and writes at their share', () => {
    const usage = { inputTokens: 3000, cachedTokens: 1000, cacheWriteTokens: 800 }
    expect(open().compare(request(1, { usage })).microDollars).toBe(1200 + 100 + 1000)
    const long = request(1, { usage, terms: { caching: { kind: 'asked', write: 2, leastTokens: 1024 } } })
    expect(open().compare(long).microDollars).toBe(1200 + 100 + 1600)
  })

  test('contain no cheaper input for an upstream without a cache price, for either bill', () => {
    const bills = open()
    const usage = { inputTokens: 2000, cachedTokens: 1500, cacheWriteTokens: 100 }
    bills.compare(request(1, { usage, hasCache: false }))
    expect(bills.compare(request(2, { usage, savedTokens: 3000, hasCache: false }))).toMatchObject({
      cachedTokens: 0,
      directCachedTokens: 0,
      microDollars: 2000,
      directMicroDollars: 5000,
    })
  })

  test('are null, and never 0, if the price of the model is unknown', () => {
    const bill = new DirectBills(createPriceList()).compare(request(1, { model: 'llama-4' }))
    expect(bill).toMatchObject({ inputTokens: 2000, microDollars: null, directMicroDollars: null })
  })

  test('apply the cache of an upstream that caches without being asked', () => {
    const terms = { caching: { kind: 'unasked', write: 1.25, leastTokens: 1024 } }
    const bills = open()
    bills.compare(request(1, { usage: { inputTokens: 4000 }, terms }))
    bills.compare(request(2, { usage: { inputTokens: 4200, cachedTokens: 4000 }, terms }))
    const folded = bills.compare(request(3, { usage: { inputTokens: 1500 }, savedTokens: 3000, terms }))
    expect(folded).toMatchObject({ directCachedTokens: 4200, directMicroDollars: 420 + 300 })
  })

  test('use the rates of the model if they are known', () => {
    const usage = { inputTokens: 2000, cachedTokens: 1000 }
    const bill = new DirectBills(createPriceList()).compare(request(1, { model: 'gpt-4o', usage }))
    expect(bill.microDollars).toBe(1000 * 2.5 + 1000 * 1.25)
  })

  test('let the original read from the cache what the previous request sent', () => {
    const bills = open()
    bills.compare(request(1, { usage: { inputTokens: 4000 } }))
    const folded = bills.compare(request(2, { usage: { inputTokens: 1500 }, savedTokens: 3500 }))
    expect(folded.microDollars).toBe(1500)
    // 5,000 tokens direct, 4,000 of them at a tenth.
    expect(folded).toMatchObject({ directCachedTokens: 4000, directMicroDollars: 1400 })
    // The original of the previous request had 5,000 tokens.
    const later = bills.compare(request(3, { usage: { inputTokens: 1600, cachedTokens: 1400 }, savedTokens: 3900 }))
    expect(later).toMatchObject({ directCachedTokens: 5000, microDollars: 340, directMicroDollars: 1000 })
  })

  test('let the original read nothing that is too short, too old, or not marked', () => {
    const cached = (first: Billed, second: Billed) => {
      const bills = open()
      bills.compare(first)
      return bills.compare(second).directCachedTokens
    }
    const usage = { inputTokens: 1500 }
    expect(cached(request(1, { usage: { inputTokens: 900 } }), request(2, { usage, savedTokens: 500 }))).toBe(0)
    expect(cached(request(1), request(2, { usage, savedTokens: 500, at: 6 * MINUTE_MS }))).toBe(0)
    expect(cached(request(1), request(2, { usage, savedTokens: 500, terms: { caching: NO_CACHING } }))).toBe(0)
    const unasked = { caching: { ...AUTOMATIC, kind: 'unasked' as const } }
    expect(cached(request(1, { terms: unasked }), request(2, { usage, savedTokens: 500, terms: unasked }))).toBe(0)
  })

  test('count all saved tokens as cached if the conversation began before this process', () => {
    const bill = open().compare(request(9, { usage: { inputTokens: 2000, cachedTokens: 1500 }, savedTokens: 3000 }))
    expect(bill).toMatchObject({ directCachedTokens: 4500, directMicroDollars: 500 + 450, microDollars: 500 + 150 })
  })

  test('count nothing as cached at a provider that never served long, unchanged requests from a cache', () => {
    const bills = open()
    for (let turn = 1; turn <= 4; turn++) bills.compare(request(turn, { usage: { inputTokens: 4000 + turn } }))
    const folded = bills.compare(request(5, { usage: { inputTokens: 1500 }, savedTokens: 3000 }))
    expect(folded).toMatchObject({ directCachedTokens: 0, directMicroDollars: 4500 })
  })

  test('never price the original below the price of reading all of it from the cache', () => {
    const usage = fc.record({
      inputTokens: fc.integer({ min: 1, max: 9000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(usage, fc.nat(9000)), { minLength: 1, maxLength: 12 }), (turns) => {
        const bills = open()
        for (const [index, [{ inputTokens, share }, savedTokens]] of turns.entries()) {
          const cachedTokens = Math.floor(share * inputTokens)
          const bill = bills.compare(request(index + 1, { usage: { inputTokens, cachedTokens }, savedTokens }))
          const original = inputTokens + savedTokens
          expect(bill.directCachedTokens).toBeLessThanOrEqual(original)
          expect(bill.directMicroDollars).toBeGreaterThanOrEqual(Math.floor(original / 10))
          expect(bill.directMicroDollars).toBeLessThanOrEqual(original)
        }
      }),
    )
  })
})
