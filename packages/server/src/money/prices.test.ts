import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CACHE_TABLE, CacheModel } from '@pleat/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { loadPrices } from './price-file.ts'
import table from './prices.json' with { type: 'json' }
import { createPriceList } from './prices.ts'

const prices = createPriceList()
const dollars = (model?: string, provider?: string) =>
  prices.find({ model, provider }).microDollarsPerMillion / 1_000_000

/** Older models, for which OpenAI charges the full price for cached input. */
const WITHOUT_DISCOUNT = /^(?:gpt-4|gpt-4-turbo|gpt-4-\d{4}-preview|gpt-4-32k|gpt-3\.5-turbo.*|text-embedding-.+)$/

describe('the built-in prices', () => {
  test('name their date and source', () => {
    expect(table.as_of).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(table.source).toContain('list prices')
    expect(table.note).toContain('operator')
  })

  test.each([
    ['claude-opus-5-5', 4],
    ['claude-opus-5', 5],
    ['Claude-Opus-4.1', 15],
    ['claude-sonnet-4-5-20250929', 3],
    ['claude-sonnet-4@20250514', 3],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 3],
    ['anthropic/claude-haiku-5.5', 0.1],
    ['gpt-5.4-mini', 0.75],
    ['gpt-5.5-2026-04-23', 5],
    ['openrouter/openai/gpt-4o', 2.5],
    ['ft:gpt-4o-mini:acme', 0.15],
    ['gemini-3.1-pro-preview', 2],
    ['gpt-4-0613', 30],
    ['gpt-4-1106-preview', 10],
    ['gpt-3.5-turbo-0125', 0.5],
    ['o3-pro-2025-06-10', 20],
  ])('%s costs %d', (model, price) => {
    expect(dollars(model)).toBe(price)
  })

  test.each([
    ['claude-opus-9', 4, 'opus family'],
    ['opus', 4, 'opus family'],
    ['claude-next', 2, 'claude family'],
    ['gpt-9-mini-turbo', 0.25, 'gpt mini family'],
    ['gpt-9', 2, 'gpt family'],
    ['gpt-9-pro', 30, 'gpt pro family'],
    ['gpt-4-4096', 2, 'gpt family'],
    ['llama-4', 2, 'default'],
    ['', 2, 'default'],
    ['__proto__', 2, 'default'],
  ])('the unknown model "%s" costs %d, the price of the %s', (model, price, name) => {
    expect(dollars(model)).toBe(price)
    expect(prices.find({ model, provider: undefined }).name).toBe(name)
  })

  test('are those of the provider for an unknown model', () => {
    expect(prices.find({ model: undefined, provider: ' Google ' })).toEqual({
      name: 'google default',
      microDollarsPerMillion: 750_000,
    })
    expect(dollars('llama-4', 'google')).toBe(0.75)
    expect(dollars('gpt-6-luna', 'google')).toBe(0.1)
    expect(dollars(undefined, 'constructor')).toBe(2)
  })

  test.each([
    ['gpt-5-pro', 120],
    ['gpt-5.2-pro', 168],
    ['o1-pro', 600],
    ['o3-pro', 80],
    ['gpt-4-0613', 60],
    ['gpt-4-0125-preview', 30],
  ])('output of %s costs %d', (model, price) => {
    expect(prices.findAll({ model, provider: 'openai' }).output / 1_000_000).toBe(price)
  })

  test.each([
    ['gpt-5-mini', true],
    ['claude-next', true],
    ['llama-4', false],
  ])('the price of %s is known: %s', (model, isKnown) => {
    expect(prices.findAll({ model, provider: 'openai' }).isKnown).toBe(isKnown)
  })

  test('have the cache-read discount of the table of caches, unless the model has none', () => {
    for (const model of Object.keys(table.models)) {
      const { input, cachedInput, hasOwnRates } = prices.findAll({ model, provider: undefined })
      const provider = model.startsWith('claude') ? 'anthropic' : 'openai'
      if (!hasOwnRates || model.startsWith('gemini')) continue
      const read = WITHOUT_DISCOUNT.test(model) ? 1 : new CacheModel(CACHE_TABLE, provider, model).find('read')
      expect([model, cachedInput / input]).toEqual([model, read])
    }
  })

  test('are never named after text of a request', () => {
    for (const model of ['my secret', 'claude-my secret', 'gpt-5-my secret']) {
      expect(prices.find({ model, provider: 'my secret' }).name).not.toContain('secret')
    }
  })
})

describe('a file of prices', () => {
  let directory = ''
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'pleat-prices-'))
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  function write(content: unknown): string {
    const path = join(directory, 'prices.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  test('overrides the built-in prices that it names', () => {
    const own = loadPrices(
      write({ models: { 'gpt-4o': 7, llama: 0.5 }, families: [{ words: ['opus'], usd: 6 }], default: 0.25 }),
    )
    const find = (model: string) => own.find({ model, provider: undefined }).microDollarsPerMillion / 1_000_000
    expect(['gpt-4o', 'llama', 'claude-opus-9', 'nobody', 'claude-opus-5'].map(find)).toEqual([7, 0.5, 6, 0.25, 5])
  })

  test('makes the price of every model known if it has a default', () => {
    const own = loadPrices(write({ default: 0 }))
    expect(own.findAll({ model: 'llama-4', provider: undefined })).toMatchObject({ isKnown: true, input: 0 })
  })

  test('sets how a model is cached, and the prices of cache reads and writes', () => {
    const own = loadPrices(
      write({
        models: { 'my-model': 2 },
        caches: [{ provider: 'openai', words: ['my', 'model'], read: 0.25, write: 1.5, least_tokens: 2048 }],
      }),
    )
    expect(own.caches[0]).toMatchObject({ words: ['my', 'model'], least_tokens: 2048 })
    expect(own.caches.length).toBe(prices.caches.length + 1)
    const found = own.findAll({ model: 'my-model', provider: 'openai' })
    expect(found).toMatchObject({ isKnown: true, hasOwnRates: true, cachedInput: 500_000, cacheWrite: 3_000_000 })
    expect(own.findAll({ model: 'my-model', provider: 'anthropic' }).cachedInput).toBe(2_000_000)
  })

  test.each([
    [{ caches: [{ provider: 'google', words: ['x'] }] }, 'caches[0] (google x) provider must be openai or anthropic'],
    [
      { caches: [{ provider: 'openai' }, { provider: 'openai', words: ['gpt', '5'], read: 'low' }] },
      'caches[1] (openai gpt 5) read must be a number from 0 to 1,000',
    ],
    [{ rates: [{ name: 'my', output: -1 }] }, 'rates[0] (my) output must be a number from 0 to 1,000'],
    [{ models: { 'my-model': '3' } }, 'models my-model must be a number from 0 to 10,000'],
    [
      { families: [{ words: ['my'], price: 3, usd: 3 }] },
      'families[0] (my) has no field price; the fields are words, usd',
    ],
    [{ cache: [] }, 'the file has no field cache;'],
    [[], 'the file must be an object'],
  ])('causes an error that names the wrong entry and field: %j', (table, problem) => {
    expect(() => loadPrices(write(table))).toThrow(`prices.json: ${problem}`)
  })

  test('causes an error that names every wrong entry', () => {
    const path = write({ default: -1, providers: { openai: 'x' } })
    expect(() => loadPrices(path)).toThrow(/providers openai must be .*\n?.*default must be/s)
  })

  test('causes an error that names a file that is missing, not JSON or no table', () => {
    const missing = join(directory, 'none.json')
    expect(() => loadPrices(missing)).toThrow(ConfigError)
    expect(() => loadPrices(missing)).toThrow(`PLEAT_PRICES must name a JSON file of prices: ${missing}: ENOENT`)
    for (const content of ['{', { models: { a: -1 } }, { default: '2' }]) {
      const path = write(content)
      expect(() => loadPrices(path)).toThrow(`PLEAT_PRICES must name a JSON file of prices: ${path}: `)
    }
  })
})
