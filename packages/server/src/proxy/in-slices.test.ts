import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { runInSlices } from './in-slices.ts'

function* steps(count: number, each: (step: number) => void): Generator<void, string, void> {
  for (let step = 0; step < count; step++) {
    each(step)
    yield
  }
  return 'done'
}

function burn(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('runInSlices', () => {
  it('does at once what takes no time', () => {
    expect(runInSlices(steps(3, () => {}))).toBe('done')
  })

  it('lets others have their turn while it takes long', async () => {
    const seen: (number | 'other')[] = []
    const result = runInSlices(
      steps(12, (step) => {
        burn(3)
        seen.push(step)
      }),
    )
    setImmediate(() => seen.push('other'))
    expect(await result).toBe('done')
    expect(seen.filter((entry) => entry !== 'other')).toEqual(Array.from({ length: 12 }, (_, step) => step))
    expect(seen.indexOf('other')).toBeGreaterThan(0)
    expect(seen.indexOf('other')).toBeLessThan(11)
  })

  it('passes an error on, at once or later', async () => {
    const failAt = (failing: number) =>
      steps(9, (step) => {
        burn(3)
        if (step === failing) throw new Error('broken')
      })
    expect(() => runInSlices(failAt(0))).toThrow('broken')
    await expect(runInSlices(failAt(8))).rejects.toThrow('broken')
  })
})
