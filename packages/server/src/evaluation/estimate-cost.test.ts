import { expect, test } from 'vitest'
import { createPriceList } from '../money/prices.ts'
import { estimateCost } from './estimate-cost.ts'
import type { EvalPoint } from './eval-point.ts'

const pointOf = (parts: Partial<EvalPoint>): EvalPoint =>
  ({ question: 'Why?', recorded: 'So.', body: '{}', tokens: { full: 1000, folded: 500 }, ...parts }) as EvalPoint

test('the highest possible cost contains the longest allowed answers, also where the judge reads them', () => {
  const prices = createPriceList()
  const model = 'gpt-4o'
  const point = pointOf({ model })
  const judge = { model, format: 'openai-chat', seesConversation: false } as const
  const estimate = (maxTokens: number) =>
    estimateCost([point], { variants: ['full', 'folded'], judge, maxTokens, prices }, () => false)
  const price = prices.findAll({ model, provider: undefined })
  const more = estimate(2000).mostDollars - estimate(1000).mostDollars
  // Each of two answers is written once, and read by the judge in both orders.
  expect(more).toBeCloseTo((1000 * 2 * (price.output + 2 * price.input)) / 1e12, 9)
  expect(estimate(2000).dollars).toBe(estimate(1000).dollars)
})

test.each([
  ['cached', 'claude-sonnet-5', '{"cache_control":{"type":"ephemeral"}}', 1.25],
  ['cached for an hour', 'claude-sonnet-5', '{"cache_control":{"ttl":"1h"}}', 2],
  ['cached without being asked', 'gpt-5.6', '{}', 1.25],
  ['never written at a higher price', 'gpt-4o', '{}', 1],
] as const)('the highest possible cost contains input that is %s', (_, model, body, rate) => {
  const prices = createPriceList()
  const options = { variants: ['full'], judge: undefined, maxTokens: 1000, prices } as const
  const { mostDollars } = estimateCost([pointOf({ model, body })], options, () => false)
  const { input, output } = prices.findAll({ model, provider: undefined })
  expect(mostDollars).toBeCloseTo((1000 * (rate * input + output)) / 1e12, 9)
})
