import { expect, it } from 'vitest'
import { createLog } from '../adapters/log.ts'
import type { Exchange } from '../proxy/exchange.ts'
import { logRequest } from './request-line.ts'

const CHAT = '/v1/chat/completions'
const ANNA = { accountId: 'account of anna', keyId: 'key of anna' }
const BEN = { accountId: 'account of ben', keyId: 'key of ben' }

function openLog() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const write = (changes: object) =>
    logRequest(log, {
      request: { method: 'POST' },
      response: { statusCode: 200 },
      pattern: CHAT,
      requestId: 'req_1',
      startedAt: performance.now(),
      figures: { original: 9, optimized: 7 },
      outcome: 'folded',
      end: 'complete',
      upstream: 'openai',
      ...changes,
    } as unknown as Exchange)
  return { write, lines: () => lines.map((line) => JSON.parse(line)) }
}

it('logs ids, counts, outcome and duration of a request', () => {
  const { write, lines } = openLog()
  write({ caller: ANNA, sessionHash: '0123456789abcdef', startedAt: performance.now() - 2000 })
  expect(lines()).toMatchObject([
    {
      msg: 'request',
      requestId: 'req_1',
      method: 'POST',
      path: CHAT,
      account: ANNA.accountId,
      keyId: ANNA.keyId,
      upstream: 'openai',
      session: '01234567',
      originalTokens: 9,
      optimizedTokens: 7,
      outcome: 'folded',
    },
  ])
  const [{ ms }] = lines()
  expect(ms).toBeGreaterThanOrEqual(2000)
  expect(ms).toBeLessThan(20_000)
})

it('gives each line the key, path and upstream of its own request', () => {
  const { write, lines } = openLog()
  const made = [ANNA, BEN, undefined].flatMap((caller) =>
    [CHAT, '/v1/messages'].flatMap((pattern) =>
      ['openai', undefined].map((upstream) => ({ caller, pattern, upstream })),
    ),
  )
  for (const changes of [...made, ...made]) write(changes)
  const found = lines().map(({ keyId, path, upstream }) => [keyId, path, upstream])
  const expected = made.map(({ caller, pattern, upstream }) => [caller?.keyId, pattern, upstream])
  expect(found).toEqual([...expected, ...expected])
})

it('writes to the log that it is given, for one key at two servers', () => {
  const [one, other] = [openLog(), openLog()]
  one.write({ caller: ANNA })
  other.write({ caller: ANNA })
  expect([one.lines().length, other.lines().length]).toEqual([1, 1])
})

it('logs the right path when there are more paths than prepared logs', () => {
  const { write, lines } = openLog()
  const paths = Array.from({ length: 20 }, (_, number) => `/v1/path-${number}`)
  for (const pattern of [...paths, ...paths]) write({ caller: BEN, pattern })
  expect(lines().map(({ path }) => path)).toEqual([...paths, ...paths])
})
