import { expect, it } from 'vitest'
import { Bills } from './bills.ts'

const at = (ours: number, none: number) => ({
  ours: { openAi: ours, anthropic: 1.25 * ours },
  none: { openAi: none, anthropic: 1.25 * none },
  tokens: 40,
  sentTokens: 10,
  turn: 12,
})

it('distinguishes the sum of a set from its dearest conversation, and counts those that cost more than direct', () => {
  const bills = new Bills()
  bills.add([at(100, 100), at(20, 100)])
  bills.add([at(100, 100), at(60, 50)])
  bills.add([])
  const { sum, dearest, above, saved } = bills.figures()
  expect(saved).toBeCloseTo(0.75)
  expect(sum.openAi).toBeCloseTo(280 / 350)
  expect(dearest.anthropic).toBeCloseTo(160 / 150)
  expect(above).toEqual({ openAi: 0.5, anthropic: 0.5 })
})

it('finds the worst turn to stop at, although the conversation ends below direct', () => {
  const bills = new Bills()
  bills.add([at(100, 100), at(90, 20), at(0, 200)])
  const { dearest, worstStop } = bills.figures()
  expect(dearest.openAi).toBeLessThan(1)
  expect(worstStop.openAi).toBeCloseTo((190 - 10) / 120)
})
