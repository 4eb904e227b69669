import { beforeEach, describe, expect, it } from 'vitest'
import { SliceScheduler } from './slice-scheduler.ts'

let slices: SliceScheduler
/** A clock that only the work of the tests moves, so that the load of the machine does not matter. */
let milliseconds = 0
beforeEach(() => {
  slices = new SliceScheduler(undefined, () => milliseconds)
})

const run = <Result>(steps: Generator<void, Result, void>, size = 1, accountId = 'one') =>
  slices.run(steps, { size, owner: 7, accountId })

function* steps(count: number, each: (step: number) => void): Generator<void, string, void> {
  for (let step = 0; step < count; step++) {
    each(step)
    yield
  }
  return 'done'
}

/** Steps that are longer than a slice. */
const work = (accountId: string, count: number, worked: string[]) =>
  steps(count, () => {
    burn(6)
    worked.push(accountId)
  })

function burn(duration: number): void {
  milliseconds += duration
}

/** Lets the jobs work for `duration` milliseconds. */
async function afterWorkOf(duration: number): Promise<void> {
  for (const until = milliseconds + duration; milliseconds < until; )
    await new Promise((resolve) => setImmediate(resolve))
}

describe('SliceScheduler', () => {
  it('finishes short work before any other task runs', async () => {
    const order: string[] = []
    setImmediate(() => order.push('task'))
    await run(steps(3, () => {})).then((result) => order.push(result))
    expect(order).toEqual(['done'])
  })

  it('reports the owner of each step, and its end', async () => {
    const owners: number[] = []
    const told = new SliceScheduler((owner) => owners.push(owner))
    await told.run(
      steps(2, () => {}),
      { size: 1, owner: 7, accountId: 'one' },
    )
    expect(owners).toEqual([7, 7, 7, 0])
  })

  it('lets other tasks run during long work', async () => {
    const seen: (number | 'other')[] = []
    const result = run(
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

  it('runs one slice per tick, however much work waits, and short work first', async () => {
    const ended: string[] = []
    const start = (name: string, size: number, count: number) =>
      run(
        steps(count, () => burn(6)),
        size,
      ).then(() => ended.push(name))
    const all = [start('long', 900, 6), start('short', 100, 4), start('same', 100, 4), start('longest', 1000, 3)]
    expect(slices.waitingBytes).toBe(2100)
    let ticks = 0
    const count = () => {
      ticks++
      if (ended.length < all.length) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(all)
    expect(ended).toEqual(['short', 'same', 'long', 'longest'])
    // Sixteen slices are left after the first slice of the first job.
    expect(ticks).toBeGreaterThan(12)
    expect(slices.waitingBytes).toBe(0)
  })

  it('runs the accounts alternately, however many jobs one of them has', async () => {
    const worked: string[] = []
    const start = (accountId: string, count: number, size: number) =>
      run(work(accountId, count, worked), size, accountId)
    const many = Array.from({ length: 30 }, () => start('many', 3, 1))
    const single = start('single', 4, 1000).then(() => worked.length)
    // Its first slice runs at once, and the other three alternate with those of the other account.
    expect(await single).toBeLessThan(12)
    await Promise.all(many)
    expect(worked).toHaveLength(94)
  })

  it('runs short work of a recently idle account before the rest of long work', async () => {
    const worked: string[] = []
    const start = (accountId: string, count: number) =>
      run(work(accountId, count, worked), 1, accountId).then(() => worked.length)
    const long = start('long', 30)
    await afterWorkOf(60)
    const before = worked.length
    expect((await start('short', 4)) - before).toBe(4)
    await long
  })

  it('alternates between accounts once one has sent short work again and again', async () => {
    const worked: string[] = []
    const long = run(work('long', 40, worked), 1, 'long').then(() => worked.length)
    await afterWorkOf(60)
    for (let job = 0; job < 30; job++) await run(work('often', 2, worked), 1, 'often')
    await long
    const meanwhile = worked.slice(0, worked.lastIndexOf('long'))
    const often = meanwhile.filter((accountId) => accountId === 'often').length
    // Half of the time during which both had work, and the credit of 50 ms.
    expect(often).toBeLessThan(40 + 10)
    expect(often).toBeGreaterThan(20)
  })

  it('lets long work continue while one new account after another sends shorter work', async () => {
    const worked: string[] = []
    const long = run(work('long', 60, worked), 1, 'long')
    await afterWorkOf(200)
    const before = worked.length
    for (let account = 0; account < 8; account++) await run(work(`new ${account}`, 20, worked), 1, `new ${account}`)
    const meanwhile = worked.slice(before).filter((accountId) => accountId === 'long').length
    await long
    // Each new account has 120 ms of work and a credit of 50 ms.
    expect(meanwhile).toBeGreaterThan(10)
  })

  it('alternates between long work and many short jobs that arrive together', async () => {
    const worked: string[] = []
    const short = (accountId: string) => run(work(accountId, 1, worked), 1, accountId)
    for (let job = 0; job < 20; job++) await short('busy')
    const long = run(work('long', 10, worked), 1, 'long').then(() => worked.length)
    const before = worked.length
    const all = Array.from({ length: 40 }, () => short('busy'))
    expect((await long) - before).toBeLessThan(25)
    await Promise.all(all)
  })

  it('continues with other jobs when one fails', async () => {
    const failing = run(
      steps(4, (step) => {
        burn(6)
        if (step === 2) throw new Error('broken')
      }),
      1,
    )
    const other = run(
      steps(4, () => burn(6)),
      2,
    )
    await expect(failing).rejects.toThrow('broken')
    expect(await other).toBe('done')
  })

  it('rejects with the error of a step, of the first or of a later one', async () => {
    const failAt = (failing: number) =>
      steps(9, (step) => {
        burn(3)
        if (step === failing) throw new Error('broken')
      })
    await expect(run(failAt(0), 1)).rejects.toThrow('broken')
    await expect(run(failAt(8), 1)).rejects.toThrow('broken')
  })
})
