import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { type Spent, WatchedThread } from './watched-thread.ts'

/** The calls of the test thread. */
type Call =
  | { readonly op: 'echo'; readonly value: unknown }
  | { readonly op: 'spin'; readonly ms: number; readonly owner: number }
  | { readonly op: 'fail' | 'exit' | 'swallow' }

const SOURCE = `
  import { parentPort, workerData } from 'node:worker_threads'
  const { Channel } = await import(${JSON.stringify(new URL('./channel.ts', import.meta.url).href)})
  const { createHeartbeat } = await import(${JSON.stringify(new URL('./heartbeat.ts', import.meta.url).href)})
  const heartbeat = createHeartbeat(workerData)
  const host = new Channel(parentPort, (call) => {
    if (call.op === 'echo') return call.value
    if (call.op === 'fail') throw new Error('quotes text')
    if (call.op === 'exit') process.exit(1)
    if (call.op === 'swallow') return new Promise(() => {})
    heartbeat.beat(call.owner)
    const until = Date.now() + call.ms
    while (Date.now() < until);
    heartbeat.beat(0)
  })
  host.tell('ready')
`

const open: WatchedThread<Call, string>[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((thread) => thread.close()))
})

function watch({ stuckMs = 60_000, beforeOpen = () => {} } = {}) {
  const killed: number[] = []
  const failures: unknown[] = []
  const thread = new WatchedThread<Call, string>({
    open(heartbeat) {
      beforeOpen()
      return new Worker(new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`), { workerData: heartbeat })
    },
    handle: () => undefined,
    stuckMs,
    onKilled: (owner) => killed.push(owner),
    onOpenFailed: (error) => failures.push(error),
  })
  open.push(thread)
  const call = (
    payload: Call,
    options: { deadlineMs?: number; waitsFor?: (owner: number, spent: Spent) => boolean; hasLongSteps?: boolean } = {},
  ) => thread.call(payload, { deadlineMs: 60_000, waitsFor: () => true, ...options })
  return { thread, call, killed, failures }
}

const NONE = (why: string) => ({ kind: 'none', why })

test('gives each call its own result', async () => {
  const { call } = watch()
  const values = Array.from({ length: 20 }, (_, i) => ({ i }))
  const results = await Promise.all(values.map((value) => call({ op: 'echo', value })))
  expect(results).toEqual(values.map((result) => ({ kind: 'result', result })))
})

test('a call that fails in the thread has no result, and the thread keeps working', async () => {
  const { call, killed } = watch()
  expect(await call({ op: 'fail' })).toEqual(NONE('died'))
  expect(await call({ op: 'echo', value: 1 })).toEqual({ kind: 'result', result: 1 })
  expect(killed).toEqual([])
})

test('a call has no result while the system refuses a thread, and a later one starts it', async () => {
  const refused = new Error('EAGAIN')
  let refusals = 2
  const beforeOpen = () => {
    if (refusals-- > 0) throw refused
  }
  const { call, killed, failures } = watch({ beforeOpen })
  for (let i = 0; i < 2; i++) expect(await call({ op: 'echo', value: i })).toEqual(NONE('no-resources'))
  expect(await call({ op: 'echo', value: 2 })).toEqual({ kind: 'result', result: 2 })
  expect([failures, killed]).toEqual([[refused, refused], []])
})

test('a call waits no longer than its deadline', async () => {
  const { call } = watch()
  await call({ op: 'echo', value: 0 })
  const startedAt = performance.now()
  expect(await call({ op: 'swallow' }, { deadlineMs: 60 })).toEqual(NONE('deadline'))
  expect(performance.now() - startedAt).toBeGreaterThan(50)
})

test('a call does not wait for a long step of another owner, but for its own', async () => {
  const { call } = watch()
  await call({ op: 'echo', value: 0 })
  const own = call({ op: 'spin', ms: 700, owner: 5 }, { waitsFor: (owner) => owner === 5 })
  await delay(20)
  let waitedMs = 0
  const waitsFor = (owner: number, { clockMs }: Spent) => {
    if (owner !== 9) waitedMs += clockMs
    return waitedMs < 60
  }
  const other = call({ op: 'echo', value: 1 }, { waitsFor })
  const startedAt = performance.now()
  expect(await other).toEqual(NONE('stalled'))
  expect(performance.now() - startedAt).toBeLessThan(500)
  expect(await own).toEqual({ kind: 'result', result: undefined })
})

test('a step that never ends ends the thread, names its owner, and starts another thread', async () => {
  const { call, killed } = watch({ stuckMs: 300 })
  await call({ op: 'echo', value: 0 })
  expect(await call({ op: 'spin', ms: 60_000, owner: 7 })).toEqual(NONE('died'))
  expect(killed).toEqual([7])
  await expect.poll(() => call({ op: 'echo', value: 1 }), { timeout: 20_000 }).toEqual({ kind: 'result', result: 1 })
})

test('a long step of a call with `hasLongSteps` does not end the thread', async () => {
  const { call, killed } = watch({ stuckMs: 100 })
  const result = await call({ op: 'spin', ms: 600, owner: 7 }, { hasLongSteps: true })
  expect(result).toEqual({ kind: 'result', result: undefined })
  expect(killed).toEqual([])
})

test('the time in which this process did not run does not count towards a long step', async () => {
  const { call, killed } = watch({ stuckMs: 1000 })
  await call({ op: 'echo', value: 0 })
  const step = call({ op: 'spin', ms: 1800, owner: 7 })
  await delay(50)
  const until = Date.now() + 1500
  while (Date.now() < until);
  expect(await step).toEqual({ kind: 'result', result: undefined })
  expect(killed).toEqual([])
})

test('a step that never ends ends the thread even if no call waits for it', async () => {
  const { call, killed } = watch({ stuckMs: 400 })
  await call({ op: 'echo', value: 0 })
  expect(await call({ op: 'spin', ms: 60_000, owner: 7 }, { deadlineMs: 100 })).toEqual(NONE('deadline'))
  await expect.poll(() => killed, { timeout: 5_000 }).toEqual([7])
})

test('a thread that exits leaves its calls without a result, and another thread starts', async () => {
  const { call, killed } = watch()
  const waiting = call({ op: 'swallow' })
  expect(await call({ op: 'exit' })).toEqual(NONE('died'))
  expect(await waiting).toEqual(NONE('died'))
  expect(killed).toHaveLength(1)
  await expect.poll(() => call({ op: 'echo', value: 1 }), { timeout: 20_000 }).toEqual({ kind: 'result', result: 1 })
})

test('a closed thread accepts no calls', async () => {
  const { thread, call } = watch()
  await call({ op: 'echo', value: 0 })
  const waiting = call({ op: 'swallow' })
  await thread.close()
  expect(await waiting).toEqual(NONE('closed'))
  expect(await call({ op: 'echo', value: 1 })).toEqual(NONE('closed'))
})

test('a notification resolves once the thread has handled it', async () => {
  const { thread, call } = watch()
  await call({ op: 'echo', value: 1 })
  const from = performance.now()
  await thread.notify({ op: 'spin', ms: 80, owner: 1 })
  expect(performance.now() - from).toBeGreaterThan(70)
})

test('a notification also resolves if it fails or its thread ends', async () => {
  const { thread, call } = watch()
  await thread.notify({ op: 'swallow' })
  await call({ op: 'echo', value: 1 })
  await thread.notify({ op: 'fail' })
  const swallowed = thread.notify({ op: 'swallow' })
  await thread.notify({ op: 'exit' })
  await swallowed
})
