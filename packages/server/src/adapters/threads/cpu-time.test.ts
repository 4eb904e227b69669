import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { CpuTime } from './cpu-time.ts'

let worker: Worker | undefined
afterEach(async () => {
  await worker?.terminate()
})

async function cpuMsOf(source: string): Promise<number> {
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

test('counts the CPU time of a busy thread', async () => {
  expect(await cpuMsOf('for (;;);')).toBeGreaterThan(30)
})

test('counts hardly any time of a waiting thread', async () => {
  expect(await cpuMsOf('setInterval(() => {}, 1000)')).toBeLessThan(60)
})

test('counts all the time of a thread that answers no reading', () => {
  const time = new CpuTime({ cpuUsage: () => new Promise<never>(() => {}) })
  expect(time.since(10)).toBe(0)
  expect(time.since(10)).toBe(10)
})
