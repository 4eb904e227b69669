import { expect, it } from 'vitest'
import { COST_HEADING, costFaultsOf, describeCost, worldsHeld } from './cost-section.ts'
import { withFold, withPart } from './document-parts.ts'
import { describeLimits, LIMIT_HEADING } from './limit-section.ts'
import { LONG_SETS, SETS } from './sets.ts'
import { describeViews, VIEW_HEADING } from './view-section.ts'

const set = { name: 'a', title: 'A set', saved: 0.5 }
const views = [
  { set, conversations: 2, turns: 9, saved: 0.75, evidence: { view: 0.9, leading: 0.8 }, strict: { view: 0.85 } },
]
const section = describeViews({ views, missing: ['`lexrank` is left out: no network.'], labelled: [], languages: [] })

it('shows measured methods in the view section, omits others, and names unavailable packages', () => {
  expect(section).toContain('| A set | 2 | 9 | 0.750 |')
  expect(section).toContain('| **Pleat** | 0.900 | 0.850 |')
  expect(section).toContain('| leading sentences | 0.800 | – |')
  expect(section).not.toContain('| start of the transcript |')
  expect(section).toContain('no network')
})

it('replaces one part of the document and keeps the other', () => {
  const fold = '# Quality\n\nfolds\n'
  const first = withPart(fold, VIEW_HEADING, section)
  expect(first.startsWith(fold)).toBe(true)
  expect(withPart(first, VIEW_HEADING, section)).toBe(first)
  expect(withPart(first, VIEW_HEADING, `${VIEW_HEADING}\n\nnew\n`)).toBe(`${fold}\n${VIEW_HEADING}\n\nnew\n`)
  expect(withFold(first, '# Quality\n\nother folds\n')).toBe(`# Quality\n\nother folds\n\n${section}`)
  expect(withFold('', fold)).toBe(fold)
})

it('keeps the part about cost before the view, and replaces only that part', () => {
  const set = { name: 'locomo', title: 'A set', isChat: true, bounds: {} }
  const ratio = { openAi: 0.4, anthropic: 0.5 }
  const bill = { sum: ratio, dearest: ratio, above: { openAi: 0, anthropic: 0 }, worstStop: ratio, saved: 0.7 }
  const bills = [bill, bill, bill, bill]
  const dear = { read: 0.5, bills: [{ ...bill, dearest: { openAi: 1.1, anthropic: 1 } }, bill, bill, bill] }
  const always = { tokens: bills, cost: bills }
  const costs = [{ set, price: 'openAi' as const, always, others: { pauses: bills }, discounts: [dear] }]
  const cost = describeCost(costs)
  expect(cost).toContain('| A set | 12 turns | 0.400 |')
  expect(costFaultsOf(costs[0]!)).toEqual([
    'locomo cached input at 0.5 after 12 turns, dearest is 1.100, wanted <= 1.05',
    'locomo objective cost, always is 0.400, wanted <= 0.345',
    'locomo pauses is 0.400, wanted <= 0.27',
  ])
  const fold = '# Quality\n\nfolds\n'
  const whole = withPart(withPart(fold, VIEW_HEADING, section), COST_HEADING, cost)
  expect(whole).toBe(`${fold}\n${cost}\n${section}`)
  expect(withPart(whole, COST_HEADING, `${COST_HEADING}\n\nnew\n`)).toBe(
    `${fold}\n${COST_HEADING}\n\nnew\n\n${section}`,
  )
  expect(withFold(whole, '# Quality\n\nother folds\n')).toBe(`# Quality\n\nother folds\n\n${cost}\n${section}`)
  expect(withPart(whole, VIEW_HEADING, section)).toBe(whole)
})

it('reports bills above their bounds for each checked set and each behaviour of the cache', () => {
  for (const set of SETS.filter(({ name }) => !LONG_SETS.includes(name))) {
    const price = 'openAi' as const
    const dear = { openAi: 1.5, anthropic: 1.5 }
    const bill = { sum: dear, dearest: dear, above: { openAi: 1, anthropic: 1 }, worstStop: dear, saved: 0 }
    const others = Object.fromEntries(worldsHeld(set).map((world) => [world, [bill, bill, bill, bill]]))
    const faults = costFaultsOf({ set, price, always: { tokens: [], cost: [] }, others, discounts: [] })
    for (const world of ['pauses', 'never', 'unasked']) {
      expect(faults).toContainEqual(expect.stringContaining(`${set.name} ${world} is 1.500`))
      expect(faults).toContain(`${set.name} ${world} after 60 turns, worst stop is 1.500, wanted <= 1.02`)
    }
  }
})

it('keeps the limit between the bills and the view, and replaces only that part', () => {
  const set = { name: 'locomo', title: 'A set', isChat: true, bounds: {} }
  const limit = {
    conversations: 2,
    bills: { limit: 0.5, tokens: 0.6, cost: 0.55 },
    share: { tokens: 0.8, cost: 0.9 },
  }
  const limits = describeLimits([{ set, limit }])
  expect(limits).toContain('| A set | 2 | 0.500 | 0.600 | 0.550 | 0.800 | 0.900 |')
  const [fold, cost] = ['# Quality\n\nfolds\n', `${COST_HEADING}\n\nbills\n`]
  const whole = withPart(withPart(withPart(fold, VIEW_HEADING, section), LIMIT_HEADING, limits), COST_HEADING, cost)
  expect(whole).toBe(`${fold}\n${cost}\n${limits}\n${section}`)
  expect(withPart(whole, LIMIT_HEADING, limits)).toBe(whole)
  expect(withPart(whole, COST_HEADING, cost)).toBe(whole)
})
