import { expect, test } from 'vitest'
import type { UsageEntry } from '../money/usage-port.ts'
import { UsageModels } from './usage-models.ts'

const entry = (keyId: string, model: string, day = '2026-11-27') => ({ keyId, model, day }) as UsageEntry

test('beyond the limit, the models of a key are counted together, and those of other keys are not', () => {
  const models = new UsageModels(2)
  const asked = ['a', 'b', 'a', 'c', 'b', 'd'].map((model) => models.bounded(entry('k1', model)).model)
  expect(asked).toEqual(['a', 'b', 'a', 'other models', 'b', 'other models'])
  expect(models.bounded(entry('k2', 'c')).model).toBe('c')
})

test('each day starts with no counted models', () => {
  const models = new UsageModels(1)
  const counted = [entry('k1', 'a'), entry('k1', 'b'), entry('k1', 'b', '2026-11-28')].map(models.bounded, models)
  expect(counted.map(({ model }) => model)).toEqual(['a', 'other models', 'b'])
})
