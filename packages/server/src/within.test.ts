import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooLate, within } from './within.ts'

const never = new Promise<never>(() => {})
/** The time limit of the tests, and 1 ms for the last poll. */
const OVER_MS = 101

describe('within', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('resolves with the value of a promise that is in time, and leaves no timer', async () => {
    const late = vi.fn()
    await expect(within(100, Promise.resolve('value'), late)).resolves.toBe('value')
    expect(vi.getTimerCount()).toBe(0)
    expect(late).not.toHaveBeenCalled()
  })

  it('rejects with the error of a promise that fails in time, and leaves no timer', async () => {
    await expect(within(100, Promise.reject(new Error('refused')), () => 'late')).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('resolves with the late result after the time, and not before', async () => {
    const settled = vi.fn()
    const waiting = within(100, never, () => 'late').then(settled)
    await vi.advanceTimersByTimeAsync(99)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    await waiting
    expect(settled).toHaveBeenCalledExactlyOnceWith('late')
  })

  it('rejects with an error that the late function throws', async () => {
    const waiting = within(100, never, () => {
      throw new Error('the store is gone')
    })
    const check = expect(waiting).rejects.toThrow('the store is gone')
    await vi.advanceTimersByTimeAsync(OVER_MS)
    await check
  })

  it('rejects with TooLate if it has no late function', async () => {
    const check = expect(within(100, never)).rejects.toThrow(new TooLate(100))
    await vi.advanceTimersByTimeAsync(OVER_MS)
    await check
  })

  it('ignores the rejection of a promise that is too late', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    try {
      const { promise, reject } = Promise.withResolvers<string>()
      const waiting = within(100, promise, () => 'late')
      await vi.advanceTimersByTimeAsync(OVER_MS)
      reject(new Error('too late'))
      await expect(waiting).resolves.toBe('late')
      vi.useRealTimers()
      // Node reports unhandled rejections after the microtasks of a tick.
      await new Promise(setImmediate)
      expect(unhandled).not.toHaveBeenCalled()
    } finally {
      process.off('unhandledRejection', unhandled)
    }
  })
})

it('accepts data that arrived in time while the process was too busy to read it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect((server.address() as { port: number }).port, '127.0.0.1')
  const [peer] = await accepted
  try {
    const late = vi.fn()
    const waiting = within(20, once(client, 'data'), late)
    peer.write('answer')
    for (const end = performance.now() + 60; performance.now() < end; );
    expect(String((await waiting)![0])).toBe('answer')
    expect(late).not.toHaveBeenCalled()
  } finally {
    client.destroy()
    peer.destroy()
    server.close()
  }
})
