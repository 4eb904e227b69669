import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createCpuClock } from './cpu-clock.ts'

/** A thread that works for some time, and ends at the first byte of standard input. */
const WORKING = `
const { Worker } = require('node:worker_threads')
const work = "const until = performance.now() + 300; while (performance.now() < until); require('node:worker_threads').parentPort.once('message', () => process.exit()).postMessage('')"
const worker = new Worker(work, { eval: true })
worker.once('message', () => console.log('worked'))
worker.once('exit', () => console.log('ended'))
process.stdin.once('data', () => worker.postMessage(''))
process.stdin.on('end', () => process.exit())
`

test.runIf(existsSync('/proc/self/schedstat'))(
  'the CPU time of a process does not fall when a thread ends',
  async () => {
    const child = spawn(process.execPath, ['--eval', WORKING], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill())
    await once(child.stdout, 'data')
    const cpu = createCpuClock(child.pid!)
    const worked = cpu()
    child.stdin.write('end')
    await once(child.stdout, 'data')
    expect(worked).toBeGreaterThan(20_000)
    expect(cpu()).toBeGreaterThanOrEqual(worked)
  },
)
