import { spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endOf } from './end-of.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('no timer is left when a program cannot be started', async () => {
  await expect(endOf(spawn('/no/such/program'), { timeoutMs: 60_000 })).rejects.toThrow('ENOENT')
  expect(vi.getTimerCount()).toBe(0)
})

test('a process that takes too long is ended by the signal', async () => {
  const ended = endOf(spawn('sleep', ['60']), { timeoutMs: 1000, signal: 'SIGTERM' })
  vi.advanceTimersByTime(1000)
  expect(await ended).toEqual({ code: null, signal: 'SIGTERM' })
  expect(await endOf(spawn('true'), { timeoutMs: 60_000 })).toEqual({ code: 0, signal: null })
  expect(vi.getTimerCount()).toBe(0)
})
