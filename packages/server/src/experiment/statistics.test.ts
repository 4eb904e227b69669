import { describe, expect, test } from 'vitest'
import { differenceOf, estimateRatio, intervalOf } from './statistics.ts'

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

test.each([
  [2, 1.1, 10.2768],
  [2, 1.5, 6.0167],
  [2, 2, 4.3027],
  [3, 2.5, 3.5747],
  [3, 3.5, 2.9401],
])('with %d sessions in each group and %d degrees of freedom, the quantile is %d', (sessions, degrees, quantile) => {
  // The second variance for which Welch's formula gives these degrees, if the first is 1.
  const excess = degrees / (sessions - 1) - 1
  const second = (1 - Math.sqrt(1 - excess ** 2)) / excess
  const group = (variance: number) => ({ sessions, ratio: 1, variance: variance * sessions })
  const { estimate, high } = differenceOf(group(1), group(second))
  const used = (high - estimate) / Math.sqrt(1 + second)
  expect(Math.abs(used / quantile - 1)).toBeLessThan(0.01)
})
