import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeadDeadlines } from './head-deadlines.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openCall(deadlines: HeadDeadlines) {
  const call = {
    startedAt: performance.now(),
    waitingAt: -1,
    failedAt: undefined as number | undefined,
    fail: () => {},
  }
  call.fail = () => {
    call.failedAt = performance.now() - call.startedAt
  }
  deadlines.add(call)
  return call
}

test('each call fails at its own deadline, and a call with a response head does not', () => {
  const deadlines = new HeadDeadlines(1000)
  const first = openCall(deadlines)
  vi.advanceTimersByTime(400)
  const answered = openCall(deadlines)
  const second = openCall(deadlines)
  vi.advanceTimersByTime(500)
  deadlines.delete(answered)
  expect([first.failedAt, second.failedAt]).toEqual([undefined, undefined])
  vi.advanceTimersByTime(1000)
  expect(first.failedAt).toBeGreaterThanOrEqual(999)
  expect(second.failedAt).toBeGreaterThanOrEqual(999)
  expect([first.failedAt! < 1010, second.failedAt! < 1010, answered.failedAt]).toEqual([true, true, undefined])
})

test('calls after an idle time have their whole time', () => {
  const deadlines = new HeadDeadlines(1000)
  deadlines.delete(openCall(deadlines))
  vi.advanceTimersByTime(900)
  const call = openCall(deadlines)
  vi.advanceTimersByTime(990)
  expect(call.failedAt).toBeUndefined()
  vi.advanceTimersByTime(20)
  expect(call.failedAt).toBeDefined()
})
