import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Calibration, calibrate, type TokenReceipt } from './calibration.ts'
import { tokenProfileOf } from './model-tokens.ts'

const profile = tokenProfileOf('claude-sonnet-4-5', 'anthropic-messages')

function calibrateAll(receipts: readonly TokenReceipt[]): Calibration | undefined {
  return receipts.reduce<Calibration | undefined>((known, receipt) => calibrate(known, profile, receipt), undefined)
}

describe('calibrate', () => {
  it('adopts the first receipt', () => {
    expect(calibrate(undefined, profile, { rawEstimate: 1000, observed: 1300 })).toEqual({ factor: 1.3, samples: 1 })
  })

  it('is the mean of the first receipts', () => {
    const known = calibrateAll([1.1, 1.2, 1.3, 1.4].map((ratio) => ({ rawEstimate: 1000, observed: 1000 * ratio })))
    expect(known?.factor).toBeCloseTo(1.25, 10)
    expect(known?.samples).toBe(4)
  })

  it('lets one receipt move a settled factor by an eighth of the difference', () => {
    const settled = { factor: 1.2, samples: 100 }
    expect(calibrate(settled, profile, { rawEstimate: 100, observed: 160 }).factor).toBeCloseTo(1.25, 10)
  })

  it('follows a model that changes', () => {
    const receipts = Array.from({ length: 60 }, (_, at) => ({ rawEstimate: 100, observed: at < 20 ? 110 : 140 }))
    expect(calibrateAll(receipts)?.factor).toBeCloseTo(1.4, 2)
  })

  it('ignores an impossible receipt', () => {
    const known = { factor: 1.2, samples: 3 }
    for (const [rawEstimate, observed] of [
      [0, 10],
      [10, 0],
      [Number.NaN, 10],
      [10, Number.NaN],
      [-5, 10],
      [10, -5],
      [10, Number.POSITIVE_INFINITY],
      [Number.POSITIVE_INFINITY, 10],
    ] as const) {
      expect(calibrate(known, profile, { rawEstimate, observed })).toEqual(known)
    }
    expect(calibrate(undefined, profile, { rawEstimate: 0, observed: 5 })).toEqual({ factor: 1.15, samples: 0 })
  })

  it('ignores a receipt that counts much more or less than the request contains', () => {
    const known = { factor: 1.2, samples: 3 }
    for (const observed of [69, 201, 20_000]) {
      expect(calibrate(known, profile, { rawEstimate: 100, observed })).toEqual(known)
    }
  })

  it('stays within bounds and does not change its argument', () => {
    const numbers = fc.double({ min: 0, max: 1e9 })
    const receipts = fc.array(fc.record({ rawEstimate: numbers, observed: numbers }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(receipts, (all) => {
        const before = Object.freeze({ factor: 1.15, samples: 0 })
        let known: Calibration = before
        for (const receipt of all) known = calibrate(known, profile, receipt)
        expect(known.factor).toBeGreaterThanOrEqual(0.7)
        expect(known.factor).toBeLessThanOrEqual(2)
      }),
    )
  })
})
