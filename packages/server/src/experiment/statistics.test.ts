import { describe, expect, test } from 'vitest'
import { estimateRatio, intervalOf } from './statistics.ts'

const intervalFor = (values: readonly number[]) =>
  intervalOf(estimateRatio(values.map((value) => ({ value, per: 1 })))!)

describe('the interval of a mean', () => {
  test.each([
    // From the t table: mean 2, s = sqrt(2), 2 values, t = 12.706.
    [[1, 3], 2, 12.7062],
    [[1, 2, 3], 2, 4.3027 / Math.sqrt(3)],
    [[2, 4, 4, 4, 5, 5, 7, 9], 5, (2.3646 * Math.sqrt(32 / 7)) / Math.sqrt(8)],
  ])('of %j equals that of the t table', (values, mean, margin) => {
    const { estimate, low, high } = intervalFor(values)
    expect(estimate).toBe(mean)
    expect(high - mean).toBeCloseTo(margin, 1)
    expect(mean - low).toBeCloseTo(margin, 1)
  })
})
