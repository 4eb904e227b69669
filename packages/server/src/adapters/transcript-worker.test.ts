import { setTimeout as delay } from 'node:timers/promises'
import { encodingOf, enhance, loadEncoding } from '@pleat/core'
import { afterEach, expect, test } from 'vitest'
import { TranscriptQueueFull, type TranscriptRequest, type TranscriptWorker } from '../transcript-port.ts'
import { createTranscriptWorker } from './transcript-worker.ts'

const open: TranscriptWorker[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((worker) => worker.close()))
})

function openWorker(): TranscriptWorker {
  const worker = createTranscriptWorker()
  open.push(worker)
  return worker
}

const talk = (count: number): TranscriptRequest['messages'] =>
  Array.from({ length: count }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `Pump ${i} runs at ${i * 10} rpm and must not run hotter than 80 degrees. ${'It was a quiet day. '.repeat(20)}`,
  }))

test('makes the view that the main thread would make, in either encoding, seen before or not', async () => {
  const worker = openWorker()
  await loadEncoding('cl100k')
  const messages = talk(12)
  for (const encoding of ['o200k', 'cl100k', 'o200k'] as const) {
    const { count } = encodingOf(encoding)
    const { rawTail: _, ...expected } = enhance({ messages, mode: 'aggressive', count })
    expect(expected.applied).toBe(true)
    for (const owner of ['a', 'a', 'b']) {
      expect(await worker.enhance({ owner, messages, mode: 'aggressive', encoding })).toEqual(expected)
    }
  }
})

test('leaves the main thread free', async () => {
  const worker = openWorker()
  await worker.warmUp()
  let isDone = false
  const done = worker.enhance({ owner: 'a', messages: talk(2000), mode: 'off', encoding: 'o200k' }).then(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await delay(5)
  await done
  expect(turns).toBeGreaterThan(3)
})

test('takes what there is room for, says when to come back, and takes more when that is done', async () => {
  const worker = createTranscriptWorker(undefined, { calls: 2, characters: 1_000_000 })
  open.push(worker)
  await worker.warmUp()
  const ask = (length = 6) => worker.enhance({ owner: 'a', messages: talk(length), mode: 'off', encoding: 'o200k' })
  const [first, second, third] = await Promise.allSettled([ask(), ask(), ask()])
  expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(third).toMatchObject({ reason: new TranscriptQueueFull(1) })
  await ask()
  const long = [{ role: 'user' as const, content: 'x '.repeat(490_000) }]
  const wide = worker.enhance({ owner: 'a', messages: long, mode: 'off', encoding: 'o200k' })
  await expect(ask(100)).rejects.toMatchObject({ retryAfterSeconds: 2 })
  await wide
})

test('takes a transcript of any length when nothing else is waiting', async () => {
  const worker = createTranscriptWorker(undefined, { calls: 0, characters: 1 })
  open.push(worker)
  await worker.enhance({ owner: 'a', messages: talk(6), mode: 'off', encoding: 'o200k' })
})

test('rejects once it is closed', async () => {
  const worker = openWorker()
  await worker.close()
  await expect(worker.warmUp()).rejects.toThrow('The transcript worker is closed.')
})
