import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RateLimiter, RateSubject } from '../../gate/rate-limiter-port.ts'
import { describeRateLimiter } from '../rate-limiter-contract.ts'
import { MemoryPlace } from './memory-place.fixture.ts'
import { MemoryWindows } from './memory-windows.ts'
import type { SharedRateLimiter } from './shared-rate-limiter.ts'

let place: MemoryPlace

beforeEach(() => {
  place = new MemoryPlace()
})

afterEach(() => place.close())

describeRateLimiter('of three nodes over one memory', {
  makePlace: async () => {
    const shared = new MemoryPlace()
    shared.time = Date.now()
    return { open: async () => shared.open(), close: () => shared.close() }
  },
  nodes: 3,
})

const key = (limit: number): RateSubject => ({ kind: 'key', id: 'k', limit })

/** Three nodes that know of each other. */
async function openThree(): Promise<readonly SharedRateLimiter[]> {
  const nodes = [place.open(), place.open(), place.open()]
  for (const node of nodes) await vi.waitFor(() => expect(node.state.nodes).toBe(3), 5000)
  return nodes
}

/** Sends `count` requests to each node, and returns the number of all admitted ones. */
async function passing(nodes: readonly RateLimiter[], count: number, subject: RateSubject): Promise<number> {
  let passed = 0
  for (let index = 0; index < count; index++) {
    for (const node of nodes) if (!(await node.take(subject)).isExceeded) passed++
  }
  return passed
}

test('while the place is unreachable, the nodes together admit the limit and not a multiple of it', async () => {
  const nodes = await openThree()
  place.isGone = true
  expect(await passing(nodes, 100, key(30))).toBe(30)
  place.time += 60_000
  expect(await passing(nodes, 100, key(30))).toBe(30)
  expect(nodes.map(({ state }) => state.isShared)).toEqual([false, false, false])
  expect(nodes.reduce((sum, { state }) => sum + state.alone, 0)).toBe(600)
})

test('in the minute in which the place becomes unreachable, at most twice the limit is admitted', async () => {
  const nodes = await openThree()
  // All from one node. The others do not know of them.
  expect(await passing(nodes.slice(0, 1), 30, key(30))).toBe(30)
  place.isGone = true
  expect(await passing(nodes, 100, key(30))).toBe(20)
})

test('a node that alone serves a key keeps serving it when one response is missing', async () => {
  const nodes = await openThree()
  await passing(nodes.slice(0, 1), 20, key(30))
  place.isGone = true
  expect(await passing(nodes.slice(0, 1), 1, key(30))).toBe(1)
})

test('each node logs once that the place is gone and once that it is back, and adds its missed requests', async () => {
  const nodes = await openThree()
  place.isGone = true
  await passing(nodes, 5, key(30))
  expect(place.lines.filter((line) => line.startsWith('warn'))).toHaveLength(3)
  place.isGone = false
  for (const node of nodes) await vi.waitFor(() => expect(node.state.isShared).toBe(true), 5000)
  expect(place.lines.filter((line) => line.startsWith('info'))).toHaveLength(3)
  for (const node of nodes) await node.take(key(30))
  expect((await nodes[0]!.peek(key(30))).remaining).toBe(30 - 15 - 3)
})

test('a place that lost its data has the whole count again after one request of each node', async () => {
  const nodes = await openThree()
  await passing(nodes, 5, key(30))
  place.loseCounts()
  for (const node of nodes) await node.take(key(30))
  expect((await nodes[0]!.peek(key(30))).remaining).toBe(30 - 15 - 3)
})

test('a slow place is awaited a few times, and then no longer', async () => {
  const [node] = await openThree()
  place.delayMs = 200
  const times: number[] = []
  for (let index = 0; index < 20; index++) {
    const startedAt = performance.now()
    await node!.take(key(300))
    times.push(performance.now() - startedAt)
  }
  expect(times.filter((ms) => ms > 10).length).toBeLessThanOrEqual(3)
  expect(node!.state).toMatchObject({ isShared: false })
  place.delayMs = 0
  await vi.waitFor(() => expect(node!.state.isShared).toBe(true), 5000)
})

test('nodes whose clocks differ by seconds count in the same minute, that of the place', async () => {
  const early = place.open(-5000)
  const late = place.open(5000)
  place.time = 1_800_000_059_000
  const [one, other] = [await early.take(key(10)), await late.take(key(10))]
  expect(one).toMatchObject({ remaining: 9, resetAtSeconds: 1_800_000_060 })
  expect(other).toMatchObject({ remaining: 8, resetAtSeconds: 1_800_000_060 })
  place.time += 1000
  expect(await late.take(key(10))).toMatchObject({ remaining: 9, resetAtSeconds: 1_800_000_120 })
  // While it is unreachable, each node continues with the place's clock.
  place.isGone = true
  place.time += 58_000
  expect(await early.take(key(10))).toMatchObject({ resetAtSeconds: 1_800_000_120 })
  expect(await late.take(key(10))).toMatchObject({ resetAtSeconds: 1_800_000_120 })
})

test('a response that arrives in the next minute does not return the node to the previous one', async () => {
  place.time = 1_800_000_059_900
  const node = place.open()
  place.delayMs = 100
  await node.take(key(10))
  place.time += 600
  place.delayMs = 0
  const late = new Promise((resolve) => setTimeout(resolve, 150))
  for (let count = 0; count < 6; count++) await node.take(key(10))
  await late
  place.isGone = true
  expect(await node.take(key(10))).toMatchObject({ remaining: 3, resetAtSeconds: 1_800_000_120 })
})

test('a request that is counted in the next minute does not inherit the count of the previous one', () => {
  const clock = { time: 59_999, now: () => clock.time }
  const windows = new MemoryWindows(clock)
  const subject = { kind: 'key', id: 'k' } as const
  expect(windows.take('n', subject, { minute: 0, total: 1 })).toMatchObject({ minute: 0, own: 1, sum: 1 })
  clock.time += 1
  expect(windows.take('n', subject, { minute: 0, total: 2 })).toMatchObject({ minute: 1, own: 1, sum: 1 })
  expect(windows.take('n', subject, { minute: 0, total: 3 })).toMatchObject({ minute: 1, own: 2, sum: 2 })
})
