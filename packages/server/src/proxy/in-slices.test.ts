import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { runInSlices, waitingBytes } from './in-slices.ts'

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
    expect(
      runInSlices(
        steps(3, () => {}),
        1,
      ),
    ).toBe('done')
  })

  it('lets others have their turn while it takes long', async () => {
    const seen: (number | 'other')[] = []
    const result = runInSlices(
      steps(12, (step) => {
        burn(3)
        seen.push(step)
      }),
      1,
    )
    setImmediate(() => seen.push('other'))
    expect(await result).toBe('done')
    expect(seen.filter((entry) => entry !== 'other')).toEqual(Array.from({ length: 12 }, (_, step) => step))
    expect(seen.indexOf('other')).toBeGreaterThan(0)
    expect(seen.indexOf('other')).toBeLessThan(11)
  })

  it('does one slice in a turn of the event loop, however much there is, and what is short first', async () => {
    const ended: string[] = []
    const run = (name: string, size: number, count: number) => {
      const result = runInSlices(
        steps(count, () => burn(6)),
        size,
      )
      return Promise.resolve(result).then(() => ended.push(name))
    }
    const all = [run('long', 900, 6), run('short', 100, 4), run('same', 100, 4), run('longest', 1000, 3)]
    expect(waitingBytes()).toBe(2100)
    let turns = 0
    const count = () => {
      turns++
      if (ended.length < all.length) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(all)
    expect(ended).toEqual(['short', 'same', 'long', 'longest'])
    // Sixteen slices are left after the first of each.
    expect(turns).toBeGreaterThan(12)
    expect(waitingBytes()).toBe(0)
  })

  it('goes on with others when one fails', async () => {
    const failing = runInSlices(
      steps(4, (step) => {
        burn(6)
        if (step === 2) throw new Error('broken')
      }),
      1,
    )
    const other = runInSlices(
      steps(4, () => burn(6)),
      2,
    )
    await expect(failing).rejects.toThrow('broken')
    expect(await other).toBe('done')
  })

  it('passes an error on, at once or later', async () => {
    const failAt = (failing: number) =>
      steps(9, (step) => {
        burn(3)
        if (step === failing) throw new Error('broken')
      })
    expect(() => runInSlices(failAt(0), 1)).toThrow('broken')
    await expect(runInSlices(failAt(8), 1)).rejects.toThrow('broken')
  })
})
