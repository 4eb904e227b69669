import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { CpuTime } from './cpu-time.ts'

let worker: Worker | undefined
afterEach(async () => {
  await worker?.terminate()
})

async function cpuMsOf(source: string): Promise<number> {
  await worker?.terminate()
  worker = new Worker(source, { eval: true })
  await new Promise((resolve) => worker!.once('online', resolve))
  const time = new CpuTime(worker)
  let cpuMs = 0
  for (let reading = 0; reading < 30; reading++) {
    await sleep(10)
    cpuMs += time.since(12)
  }
  return cpuMs
}

/** On a busy machine, a thread may get no core for so long that it answers no reading in time. */
const ON_A_BUSY_MACHINE = { retry: 2 }

test('counts at least twice as much CPU time of a busy thread as of a waiting one', ON_A_BUSY_MACHINE, async () => {
  const busyMs = await cpuMsOf('for (;;);')
  const waitingMs = await cpuMsOf('setInterval(() => {}, 1000)')
  expect(busyMs).toBeGreaterThan(30)
  expect(waitingMs).toBeLessThan(busyMs / 2)
})

test('counts all the time of a thread that answers no reading', () => {
  const time = new CpuTime({ cpuUsage: () => new Promise<never>(() => {}) })
  expect(time.since(10)).toBe(0)
  expect(time.since(10)).toBe(10)
})
