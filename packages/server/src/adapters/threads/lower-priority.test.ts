import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'

const LOWERS = `
  const { getPriority } = require('node:os')
  const { readlinkSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.module).then(({ lowerPriority }) => {
    lowerPriority(workerData.niceness)
    parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))))
  })`

async function nicenessAfter(niceness: number): Promise<number> {
  const module = new URL('./lower-priority.ts', import.meta.url).href
  const worker = new Worker(LOWERS, { eval: true, workerData: { module, niceness } })
  const [seen] = await once(worker, 'message')
  await worker.terminate()
  return seen
}

describe.skipIf(process.platform !== 'linux')('the priority of a thread', () => {
  test('is lowered from that of the process, which keeps its own', async () => {
    const own = getPriority()
    expect(await nicenessAfter(3)).toBe(Math.min(19, own + 3))
    expect(getPriority()).toBe(own)
  })

  test('is never lower than the lowest of the system', async () => {
    expect(await nicenessAfter(19)).toBe(Math.min(19, getPriority() + 19))
  })
})
