import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { encodingOf, enhance, loadEncoding, type TranscriptMessage } from '@pleat/core'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { TranscriptQueueFull, type TranscriptView } from '../../routes/transcript-port.ts'
import { type QueueLimits, ThreadedTranscripts } from './threaded-transcripts.ts'

const log = { info() {}, warn() {}, error() {} }
const open: ThreadedTranscripts[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((worker) => worker.close()))
})

function openWorker(queue?: QueueLimits): ThreadedTranscripts {
  const worker = new ThreadedTranscripts({ log, ...(queue && { queue }) })
  open.push(worker)
  return worker
}

/** Opens a thread that answers calls with `handler`, the source of a function. */
function openFake(handler: string, workerData: object): Worker {
  const url = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const source = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { Channel } = await import(${url('./channel.ts')})
    const { createHeartbeat } = await import(${url('./heartbeat.ts')})
    const host = new Channel(parentPort, ${handler})
    host.tell({ op: 'ready' })
  `
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { workerData })
}

const talk = (count: number): readonly TranscriptMessage[] =>
  Array.from({ length: count }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `Pump ${i} runs at ${i * 10} rpm and must not run hotter than 80 degrees. ${'It was a quiet day. '.repeat(20)}`,
  }))
const bodyOf = (request: object) => Buffer.from(JSON.stringify(request))
const ask = (worker: ThreadedTranscripts, count: number, owner = 'a') =>
  worker.enhance({ owner, body: bodyOf({ messages: talk(count), protection_mode: 'off' }) })

test('returns the view that the main thread computes, in both encodings, with and without a cache', async () => {
  const worker = openWorker()
  await loadEncoding('cl100k')
  const messages = talk(12)
  for (const [model_hint, encoding] of [
    ['gpt-4o', 'o200k'],
    ['gpt-4', 'cl100k'],
  ] as const) {
    const { rawTail, ...expected } = enhance({ messages, mode: 'aggressive', count: encodingOf(encoding).count })
    expect(expected.applied).toBe(true)
    for (const owner of ['a', 'a', 'b']) {
      const body = bodyOf({ messages, protection_mode: 'aggressive', model_hint })
      const view = (await worker.enhance({ owner, body })) as TranscriptView
      expect(view.enhanced).toEqual(expected)
      expect(JSON.parse(Buffer.from(view.rawTail).toString())).toEqual(rawTail)
    }
  }
})

test('reports the code and the field of an invalid request', async () => {
  const worker = openWorker()
  for (const [body, code, parameter] of [
    [Buffer.from('{"messages":'), 'invalid_json', undefined],
    [bodyOf({ messages: [{ role: 'user', content: 5 }] }), 'invalid_request', 'messages[0].content'],
  ] as const) {
    expect(await worker.enhance({ owner: 'a', body })).toMatchObject({ kind: 'invalid', code, parameter })
  }
})

test('keeps the event loop free while it reads and compresses a long transcript', async () => {
  const worker = openWorker()
  await worker.warmUp()
  let isDone = false
  const done = ask(worker, 800).then(() => {
    isDone = true
  })
  let ticks = 0
  for (; !isDone; ticks++) await delay(5)
  await done
  expect(ticks).toBeGreaterThan(3)
})

test('refuses a transcript that exceeds the queue, with the time to retry, and accepts it later', async () => {
  const worker = openWorker({ calls: 2, bytes: 1_000_000, accountShare: 1 })
  await worker.warmUp()
  const [first, second, third] = await Promise.allSettled([ask(worker, 6), ask(worker, 6), ask(worker, 6)])
  expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(third).toMatchObject({ reason: new TranscriptQueueFull(1) })
  await ask(worker, 6)
})

test('lets one account fill no more than its share of the queue', async () => {
  const worker = openWorker({ calls: 4, bytes: 10_000_000, accountShare: 0.5 })
  await worker.warmUp()
  const asked = ['greedy', 'greedy', 'greedy', 'other'].map((owner) => ask(worker, 6, owner))
  const states = (await Promise.allSettled(asked)).map(({ status }) => status)
  expect(states).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('a transcript takes room until the thread is done with it, even if its request is no longer waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const isFree = new Int32Array(new SharedArrayBuffer(4))
  const worker = new ThreadedTranscripts({
    log,
    queue: { calls: 1, bytes: 1_000_000, accountShare: 1 },
    open: () => openFake(`async () => void Atomics.wait(workerData.isFree, 0, 0)`, { isFree }),
  })
  open.push(worker)
  const expired = expect(ask(worker, 6)).rejects.toThrow(TranscriptQueueFull)
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  vi.advanceTimersByTime(30_000)
  await expired
  const refused = ask(worker, 6, 'other').catch((error) => error)
  expect(await Promise.race([refused, nextTick()])).toBeInstanceOf(TranscriptQueueFull)
  Atomics.store(isFree, 0, 1)
  Atomics.notify(isFree, 0)
  await expect.poll(() => ask(worker, 6, 'other').then(() => 'done', String), { timeout: 10_000 }).toBe('done')
}, 30_000)

test('the thread skips a transcript for which no request is waiting', async () => {
  const worker = openWorker()
  await worker.warmUp()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 31_000 })
  onTestFinished(() => void vi.useRealTimers())
  await expect(ask(worker, 6)).rejects.toThrow(TranscriptQueueFull)
  vi.useRealTimers()
  await ask(worker, 6)
})

test('takes a transcript of any length when nothing else is waiting', async () => {
  await ask(openWorker({ calls: 0, bytes: 1, accountShare: 1 }), 6)
})

test('rejects once it is closed', async () => {
  const worker = openWorker()
  await worker.close()
  await expect(ask(worker, 6)).rejects.toThrow(TranscriptQueueFull)
})

test('refuses a transcript that ends its thread for good, and asks to retry the others', async () => {
  const handler = `async ({ owner, ticket }) => {
    if (owner !== 'costly') await new Promise(() => {})
    createHeartbeat(workerData.heartbeat).beat(ticket)
    process.exit(1)
  }`
  const worker = new ThreadedTranscripts({ log, open: (workerData) => openFake(handler, workerData) })
  open.push(worker)
  const [waiting, costly] = await Promise.allSettled([ask(worker, 6, 'other'), ask(worker, 6, 'costly')])
  expect(waiting).toMatchObject({ status: 'rejected', reason: expect.any(TranscriptQueueFull) })
  expect(costly).toMatchObject({ value: { code: 'invalid_request', message: expect.stringMatching(/Send a shorter/) } })
})
