import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrepareRequest, Reading } from '../../compression/compression-port.ts'
import { loadPrices } from '../../money/price-file.ts'
import { ThreadedCompression } from './threaded-compression.ts'

let compression: ThreadedCompression

beforeAll(async () => {
  compression = new ThreadedCompression({
    threads: 1,
    foldBytes: 100 * 1024 * 1024,
    hasClouds: false,
    caches: loadPrices(undefined).caches,
    foldTimeoutMs: 20_000,
    snapshots: undefined,
    log: { info() {}, warn() {}, error() {} },
    counters: { add() {} },
    store: { find: async () => undefined, save: async () => true, clear: async () => 0 },
  })
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

/** Where other programs use all cores, a short step can take so long that a fold is skipped, so there are three attempts. */
const ON_A_BUSY_MACHINE = { timeout: 60_000, retry: 2 }

test('a text of a megabyte delays no fold of other accounts', ON_A_BUSY_MACHINE, async () => {
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
