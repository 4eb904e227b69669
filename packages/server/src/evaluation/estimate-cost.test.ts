import { expect, test } from 'vitest'
import { createPriceList } from '../money/prices.ts'
import { estimateCost } from './estimate-cost.ts'
import type { EvalPoint } from './eval-point.ts'

test('the highest possible cost contains the longest allowed answers, also where the judge reads them', () => {
  const prices = createPriceList()
  const model = 'gpt-4o'
  const point = { model, question: 'Why?', recorded: 'So.', tokens: { full: 1000, folded: 500 } } as EvalPoint
  const judge = { model, format: 'openai-chat', seesConversation: false } as const
  const estimate = (maxTokens: number) =>
    estimateCost([point], { variants: ['full', 'folded'], judge, maxTokens, prices }, () => false)
  const price = prices.findAll({ model, provider: undefined })
  const more = estimate(2000).mostDollars - estimate(1000).mostDollars
  // Each of two answers is written once, and read by the judge in both orders.
  expect(more).toBeCloseTo((1000 * 2 * (price.output + 2 * price.input)) / 1e12, 9)
  expect(estimate(2000).dollars).toBe(estimate(1000).dollars)
})
