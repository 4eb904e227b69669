import { describe, expect, test } from 'vitest'
import type { ConversationFacts } from '../compression/compression-port.ts'
import type { Log } from '../ports.ts'
import { createCounters } from './counters.ts'
import type { Exchange } from './exchange.ts'
import type { TurnEntry } from './turn-port.ts'
import { TurnRecorder } from './turn-recorder.ts'

function open(add: (entries: readonly TurnEntry[]) => Promise<void>) {
  const counters = createCounters()
  const problems: string[] = []
  const log: Log = { info() {}, warn() {}, error: (_, message) => void problems.push(message) }
  const recorder = new TurnRecorder({ store: { add }, clock: { now: () => 7 }, log, counters })
  return { recorder, counters, problems }
}

const exchange = {
  caller: { accountId: 'account' },
  sessionHash: 'session',
  model: 'm',
  outcome: 'folded',
  hasMoved: true,
  overheadMs: 1.2345,
  figures: { original: 10, optimized: 4 },
} as Exchange

const finished = (turn: number) => ({
  facts: { kind: 'conversation', turn, heads: [], head: undefined } as unknown as ConversationFacts,
  status: 200,
  bill: null,
})

describe('the recorder of requests', () => {
  test('writes all entries in order on flush', async () => {
    const written: TurnEntry[] = []
    const { recorder } = open(async (entries) => void written.push(...entries))
    for (let turn = 1; turn <= 3; turn++) recorder.record(exchange, finished(turn))
    await recorder.flush()
    expect(written.map(({ turn }) => turn)).toEqual([1, 2, 3])
    expect(written[0]).toEqual({
      accountId: 'account',
      idHash: 'session',
      at: 7,
      turn: 1,
      model: 'm',
      status: 200,
      outcome: 'folded',
      hasMoved: true,
      originalTokens: 10,
      optimizedTokens: 4,
      overheadMicroseconds: 1235,
      bill: null,
    })
  })

  test('ignores requests without a conversation or a session', async () => {
    const written: TurnEntry[] = []
    const { recorder } = open(async (entries) => void written.push(...entries))
    recorder.record(exchange, { ...finished(1), facts: { kind: 'opaque', reason: 'shape', model: 'm' } })
    recorder.record({ ...exchange, sessionHash: undefined }, finished(1))
    recorder.record({ ...exchange, caller: undefined }, finished(1))
    await recorder.flush()
    expect(written).toEqual([])
  })

  test('keeps no more entries while the store is slow, however often it is flushed', async () => {
    const written: TurnEntry[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const { recorder } = open(async (entries) => {
      await promise
      written.push(...entries)
    })
    for (let second = 0; second < 4; second++) {
      for (let index = 0; index < 1500; index++) recorder.record(exchange, finished(2))
      void recorder.flush()
    }
    resolve()
    await recorder.flush()
    expect(written).toHaveLength(2000)
    recorder.record(exchange, finished(2))
    await recorder.flush()
    expect(written).toHaveLength(2001)
  })

  test('drops entries of first turns before others when too many are waiting, and counts them', async () => {
    const written: TurnEntry[] = []
    const { recorder, counters } = open(async (entries) => void written.push(...entries))
    for (let index = 0; index < 1000; index++) recorder.record(exchange, finished(1))
    for (let index = 0; index < 5000; index++) recorder.record(exchange, finished(2))
    await recorder.flush()
    const first = written.filter(({ turn }) => turn === 1).length
    expect([first, written.length]).toEqual([200, 2000])
    expect(counters.read().turn_left_out).toBe(6000 - 2000)
    recorder.record(exchange, finished(1))
    await recorder.flush()
    expect(written).toHaveLength(2001)
  })

  test('survives a failing store and logs the failure', async () => {
    const { recorder, counters, problems } = open(() => Promise.reject(new Error('full')))
    recorder.record(exchange, finished(2))
    await expect(recorder.flush()).resolves.toBeUndefined()
    expect([counters.read().record_failed, problems.length]).toEqual([1, 1])
  })
})
