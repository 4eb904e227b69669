import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { PrepareRequest, Reading } from '../../compression/compression-port.ts'
import { loadPrices } from '../../money/price-file.ts'
import { ThreadedCompression, type ThreadedCompressionOptions } from './threaded-compression.ts'

let compression: ThreadedCompression

function open(foldTimeoutMs: number, changes: Partial<ThreadedCompressionOptions> = {}): ThreadedCompression {
  return new ThreadedCompression({
    threads: 1,
    foldBytes: 100 * 1024 * 1024,
    hasClouds: false,
    caches: loadPrices(undefined).caches,
    foldTimeoutMs,
    snapshots: undefined,
    log: { info() {}, warn() {}, error() {} },
    counters: { add() {} },
    store: { find: async () => undefined, save: async () => true, clear: async () => 0 },
    ...changes,
  })
}

beforeAll(async () => {
  compression = open(20_000)
})
afterAll(() => compression.close())

/** Turns about different things, so that every turn is folded anew. */
function turns(count: number, about: string): object[] {
  return Array.from({ length: count }, (_, i) => [
    { role: 'user', content: `What did ${about} say about shipment ${i} on the ${i + 1}th of May?` },
    {
      role: 'assistant',
      content: `${about} said that shipment ${i} leaves hall ${i * 7} at ${i % 12}:30. `.repeat(12),
    },
  ]).flat()
}

const request = (idHash: string, accountId: string): PrepareRequest => ({
  fold: {
    session: { accountId, idHash },
    objective: 'tokens',
    isCached: true,
    cache: undefined,
    window: undefined,
  },
  disabled: undefined,
  wantsStripped: false,
})

/** Reads and folds a conversation, and returns the outcome with the milliseconds that it took. */
async function foldOf(accountId: string, messages: readonly object[]): Promise<{ outcome: string; ms: number }> {
  const startedAt = performance.now()
  const body = Buffer.from(
    JSON.stringify({ model: 'gpt-4o', messages: [...messages, { role: 'user', content: 'And?' }] }),
  )
  const reading: Reading = await compression.read(body, { accountId, affinity: accountId, format: 'openai-chat' })
  const { outcome } = await reading.prepare(request(accountId, accountId))
  reading.release({ cloud: undefined })
  return { outcome, ms: performance.now() - startedAt }
}

/** On a busy machine, a short step can take so long that a fold is skipped, so there are three attempts. */
const ON_A_BUSY_MACHINE = { timeout: 60_000, retry: 2 }

test('a long text in a body below a megabyte delays no fold of other accounts', ON_A_BUSY_MACHINE, async () => {
  const words = Array.from({ length: 60_000 }, (_, i) => `word${i}${i % 9 ? '' : '.'}`).join(' ')
  const long = [...turns(6, 'Anna'), { role: 'user', content: words }, { role: 'assistant', content: 'Noted.' }]
  expect(Buffer.byteLength(words)).toBeLessThan(1024 * 1024)
  // Starts both threads.
  await foldOf('first', long)
  let isRunning = true
  const slow = foldOf('long', long).finally(() => {
    isRunning = false
  })
  const outcomes: string[] = []
  for (let turn = 8; isRunning; turn++) outcomes.push((await foldOf('other', turns(turn, 'Ben'))).outcome)
  expect((await slow).outcome).toMatch(/folded|recalled/)
  expect(outcomes.length).toBeGreaterThan(3)
  expect(outcomes.filter((outcome) => !/folded|recalled/.test(outcome))).toEqual([])
})

/** Two messages of `bytes` in total, and a question. */
function longBody(bytes: number): Buffer {
  const text = 'The ships leave at nine, and the hall is closed on Mondays. '.repeat(bytes / 120)
  const messages = ['Begin.', text, 'And then?', text, 'What now?'].map((content, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content,
  }))
  return Buffer.from(JSON.stringify({ model: 'gpt-4o', messages }))
}

test('a request with more patience waits longer for its fold', async () => {
  const hasty = open(1)
  onTestFinished(() => hasty.close())
  const body = longBody(800_000)
  const source = { accountId: 'a', affinity: 'a', format: 'openai-chat' } as const
  const patient = await hasty.read(body, { ...source, patience: 60_000 })
  const { isComplete } = await patient.prepare(request('a', 'a'))
  patient.release({ cloud: undefined })
  expect([patient.facts.kind, isComplete]).toEqual(['conversation', true])
  const late = await hasty.read(body, { ...source, accountId: 'b', affinity: 'b' })
  expect(late.facts).toMatchObject({ kind: 'opaque', reason: 'deadline' })
}, 60_000)

test('a body that was not read in time is refused if it is in UTF-16', async () => {
  const hurried = open(1)
  const text = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello.' }] })
  const factsOf = async (body: Buffer) =>
    (await hurried.read(body, { accountId: 'a', affinity: 'a', format: 'openai-chat' })).facts
  // The thread is still being loaded, so nothing is read within a millisecond.
  expect(await factsOf(Buffer.from(text))).toMatchObject({ kind: 'opaque' })
  expect(await factsOf(Buffer.from(text, 'utf16le'))).toMatchObject({ kind: 'invalid' })
  expect(await factsOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatchObject({ kind: 'invalid' })
  await hurried.close()
})

test('the thread for long bodies is not stopped while one of them is in use', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const idle = open(20_000)
  onTestFinished(() => idle.close())
  const source = { accountId: 'a', affinity: 'a', format: 'openai-chat', patience: 1000 } as const
  const reading = await idle.read(longBody(1_500_000), source)
  vi.advanceTimersByTime(12 * 60_000)
  const { outcome } = await reading.prepare(request('a', 'a'))
  reading.release({ cloud: undefined })
  expect([reading.facts.kind, outcome]).toEqual(['conversation', 'short-conversation'])
}, 60_000)

test('an account whose bodies take all of its share of a thread leaves room for others', async () => {
  const shared = open(20_000)
  onTestFinished(() => shared.close())
  const read = (accountId: string, bytes: number) =>
    shared.read(Buffer.alloc(bytes, ' '), { accountId, affinity: accountId, format: 'openai-chat', patience: 1000 })
  // Each stays in the thread until it is released.
  const readings = [17, 17, 17, 17, 7, 2].map((megabytes) => read('greedy', 1_000_000 * megabytes))
  readings.push(read('other', 2_000_000))
  const reasons = (await Promise.all(readings)).map(({ facts }) => (facts.kind === 'opaque' ? facts.reason : ''))
  expect(reasons.map((reason) => reason === 'busy')).toEqual([false, false, false, false, false, true, false])
  for (const reading of await Promise.all(readings)) reading.release({ cloud: undefined })
}, 60_000)

test('a body for which there is no memory is sent as the original, and takes no room of others', async () => {
  const full = open(20_000)
  onTestFinished(() => full.close())
  const source = { accountId: 'a', affinity: 'a', format: 'openai-chat', patience: 1000 } as const
  const unallocated = Object.defineProperty(Buffer.from('{}'), 'length', { value: 2 ** 52 })
  const original = await full.read(unallocated, source)
  expect(original.facts).toMatchObject({ kind: 'opaque', reason: 'busy' })
  const next = await full.read(longBody(1_500_000), source)
  next.release({ cloud: undefined })
  expect(next.facts.kind).toBe('conversation')
}, 60_000)

test('a flush waits for a slow store for longer than a step of the thread may take', async () => {
  const saved: string[] = []
  const flushed = open(20_000, {
    hasClouds: true,
    store: {
      async find() {
        await sleep(3_500)
        return undefined
      },
      async save(_, idHash) {
        saved.push(idHash)
        return true
      },
      clear: async () => 0,
    },
  })
  onTestFinished(() => flushed.close())
  const reading = await flushed.read(longBody(20_000), { accountId: 'a', affinity: 'a', format: 'openai-chat' })
  await reading.prepare(request('s', 'a'))
  reading.release({ cloud: { accountId: 'a', idHash: 's' } })
  await flushed.flush()
  expect(saved).toEqual(['s'])
}, 60_000)
