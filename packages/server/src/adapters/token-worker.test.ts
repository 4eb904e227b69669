import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { encodingOf, loadEncoding } from '@pleat/core'
import { afterEach, expect, it } from 'vitest'
import type { TokenWorker } from '../ports.ts'
import { createTokenWorker } from './token-worker.ts'

const open: TokenWorker[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((worker) => worker.close()))
})

function openWorker(onThread: (thread: Worker) => void = () => {}): TokenWorker {
  const worker = createTokenWorker(() => {
    const thread = new Worker(new URL('./token-worker-thread.ts', import.meta.url))
    onThread(thread)
    return thread
  })
  open.push(worker)
  return worker
}

it('counts as the main thread does, in either encoding', async () => {
  const worker = openWorker()
  const texts = ['Hello there', '', '日本語のテキスト', 'a\ud800b']
  await loadEncoding('cl100k')
  for (const name of ['o200k', 'cl100k'] as const) {
    expect(await worker.count(texts, name)).toEqual(texts.map((text) => encodingOf(name).count(text)))
  }
})

it('gives each of many counts its own answer', async () => {
  const worker = openWorker()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => worker.count(['1 '.repeat(at)], 'o200k')))
  expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => [encodingOf('o200k').count('1 '.repeat(at))]))
})

it('leaves the main thread free while it counts megabytes of one letter', async () => {
  const worker = openWorker()
  await worker.count(['warm'], 'o200k')
  let isCounted = false
  const counted = worker.count(['a'.repeat(8_000_000)], 'o200k').then((counts) => {
    isCounted = true
    return counts
  })
  let longestMs = 0
  while (!isCounted) {
    const startedAt = performance.now()
    await delay(5)
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  expect(await counted).toEqual([1_000_000])
  // Counting on the main thread would hold it for a second and more; the rest is room for a busy machine.
  expect(longestMs).toBeLessThan(400)
})

it('rejects what was being counted when its thread dies, and counts again in a new one', async () => {
  const threads: Worker[] = []
  const worker = openWorker((thread) => threads.push(thread))
  await worker.count(['warm'], 'o200k')
  const lost = worker.count(['a'.repeat(3_000_000)], 'o200k')
  await Promise.all([expect(lost).rejects.toThrow('died'), threads[0]!.terminate()])
  expect(await worker.count(['Hello there'], 'o200k')).toEqual([2])
  expect(threads).toHaveLength(2)
})

it('rejects counts once it is closed, the running one among them', async () => {
  const worker = openWorker()
  const running = worker.count(['a'.repeat(8_000_000)], 'o200k')
  await Promise.all([expect(running).rejects.toThrow('closed'), worker.close()])
  await expect(worker.count(['x'], 'o200k')).rejects.toThrow('closed')
})

it('lets the process end', () => {
  const url = new URL('./token-worker.ts', import.meta.url).href
  const script = `
    const { createTokenWorker } = await import(${JSON.stringify(url)})
    const held = setInterval(() => {}, 1000)
    process.stdout.write(String(await createTokenWorker().count(['Hello there'], 'o200k')))
    clearInterval(held)`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
    timeout: 15_000,
  })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '2', stderr: '' })
})
