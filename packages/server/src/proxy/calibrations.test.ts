import { tokenProfileOf } from '@pleat/core'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { CalibrationStore } from './calibration-port.ts'
import { Calibrations } from './calibrations.ts'
import { savingsPercent } from './savings-headers.ts'

const PROFILE = tokenProfileOf('claude-opus-4-5', 'anthropic-messages')

async function openCalibrations(saved: { model: string; factor: number; samples: number }[] = []) {
  const store: CalibrationStore = {
    load: async () => saved,
    save: async (row) => void saved.push(row),
  }
  const calibrations = new Calibrations(store, { info() {}, warn() {}, error() {} })
  await calibrations.load()
  return { calibrations, saved, store }
}

test('optimized and saved tokens are scaled, and the percentage is 0 to 100, for any counts', async () => {
  const counts = fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000))
  await fc.assert(
    fc.asyncProperty(counts, fc.double({ min: 0.7, max: 2, noNaN: true }), async ([original, optimized], factor) => {
      const { calibrations } = await openCalibrations([{ model: 'm', factor, samples: 3 }])
      const figures = calibrations.apply('m', PROFILE, { original, optimized })
      const saved = figures.original - figures.optimized
      expect(saved).toBe(Math.max(0, Math.round(factor * (original - optimized))))
      expect(figures.optimized).toBe(Math.round(factor * optimized))
      const percent = savingsPercent(figures.original, saved)
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
      expect(String(percent)).toMatch(/^\d+(\.\d{1,2})?$/)
    }),
  )
})

test('usage in responses calibrates the factor of the model, which is saved', async () => {
  const { calibrations, saved } = await openCalibrations()
  const before = calibrations.apply('m', PROFILE, { original: 100, optimized: 100 }).original
  calibrations.learn('m', PROFILE, { rawEstimate: 100, observed: 160 })
  expect(calibrations.apply('m', PROFILE, { original: 100, optimized: 100 }).original).toBeGreaterThan(before)
  expect(calibrations.apply('other', PROFILE, { original: 100, optimized: 100 }).original).toBe(before)
  await calibrations.save()
  expect(saved).toEqual([{ model: 'm', factor: expect.any(Number), samples: 1 }])
})

test('a factor that could not be saved is saved the next time', async () => {
  const { calibrations, saved, store } = await openCalibrations()
  calibrations.learn('m', PROFILE, { rawEstimate: 100, observed: 160 })
  const save = vi.spyOn(store, 'save').mockRejectedValueOnce(new Error('the disk is full'))
  await calibrations.save()
  expect(saved).toEqual([])
  await calibrations.save()
  await calibrations.save()
  expect(saved).toEqual([{ model: 'm', factor: expect.any(Number), samples: 1 }])
  expect(save).toHaveBeenCalledTimes(2)
})
