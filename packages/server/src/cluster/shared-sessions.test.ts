import { expect, test } from 'vitest'
import { createCounters } from '../proxy/counters.ts'
import { createSession, type Session } from '../proxy/session.ts'
import type { OpenedSession } from '../proxy/session-registry.ts'
import type { PrimaryCalls, WorkerCalls } from './calls.ts'
import { Channel } from './channel.ts'
import { RemoteSessions } from './remote-sessions.ts'
import { SharedSessions } from './shared-sessions.ts'

const SIGNAL = { source: 'x-session-id', id: 'one' }
const HASHES = { heads: ['h3', 'h2'], historyHead: 'h2' }
const clock = { now: () => 1_800_000_000_000 }
const log = { info() {}, warn() {}, error() {} }

/** A primary process with one session, and workers of it. */
function openFleet(store: () => Promise<void> | undefined = () => undefined) {
  const session = createSession({ accountId: 'a', idHash: 'hash', generatedId: null, now: 0 })
  const remembered: [Session, string | undefined][] = []
  const registry = {
    open: async (): Promise<OpenedSession> => ({ session, publicId: 'one' }),
    remember(one: Session, head: string | undefined) {
      remembered.push([one, head])
      return store()
    },
  }
  const shared = new SharedSessions(registry, clock)
  const openWorker = (isHanging = false) => {
    const pass = (to: () => { receive(message: unknown): void }) => ({
      send(message: object) {
        const text = JSON.stringify(message)
        if (!isHanging) setImmediate(() => to().receive(JSON.parse(text)))
        return true
      },
    })
    const worker: Channel<WorkerCalls, PrimaryCalls> = new Channel(pass(() => primary))
    const primary: Channel<PrimaryCalls, WorkerCalls> = new Channel(pass(() => worker))
    primary.offer('openSession', (question) => shared.open(question))
    primary.offer('updateSession', (update) => shared.update(update))
    const counters = createCounters()
    return { sessions: new RemoteSessions({ link: worker, clock, hash: (text) => text, log, counters }), counters }
  }
  return { session, remembered, openWorker }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

test('a worker gets the changes that another worker made to a session', async () => {
  const { session, remembered, openWorker } = openFleet()
  const [first, second] = [openWorker().sessions, openWorker().sessions]
  const { session: copy } = await first.open('a', SIGNAL, HASHES)
  Object.assign(copy, { turns: 3, requests: 1, originalTokens: 100, savedTokens: 40, wasRewritten: true })
  copy.cacheDecisions = [{ tip: 't', code: 1 }]
  copy.observations = [{ head: 'h3', misses: 0, wasMissed: undefined, isCaching: undefined, untold: 0, sentTokens: 0 }]
  first.remember(copy, 'h3')
  copy.observations[0]!.misses = 1
  copy.observations[0]!.wasMissed = true
  first.settle(copy)
  await settled()
  expect(remembered).toEqual([[session, 'h3']])
  const opened = await second.open('a', SIGNAL, HASHES)
  expect(opened.publicId).toBe('one')
  expect(opened.session).toEqual({ ...copy, lastUsedAt: 0 })
})

test('a worker waits until the primary process has stored its decisions, and for nothing else', async () => {
  const stored = Promise.withResolvers<void>()
  const { openWorker } = openFleet(() => stored.promise)
  const { sessions } = openWorker()
  const { session: copy } = await sessions.open('a', SIGNAL, HASHES)
  copy.requests++
  expect(sessions.remember(copy, 'h3')).toBeUndefined()
  copy.cacheDecisions = [{ tip: 't', code: 1 }]
  let isStored = false
  const remembered = sessions.remember(copy, 'h3')!.then(() => {
    isStored = true
  })
  await settled()
  expect(isStored).toBe(false)
  stored.resolve()
  await remembered
  expect(sessions.remember(copy, 'h3')).toBeUndefined()
})

test('concurrent updates of two workers are merged, and the first decision on a history wins', async () => {
  const { session, openWorker } = openFleet()
  const workers = [openWorker().sessions, openWorker().sessions]
  const copies = await Promise.all(workers.map((worker) => worker.open('a', SIGNAL, HASHES)))
  for (const [index, { session: copy }] of copies.entries()) {
    copy.requests++
    copy.originalTokens += 10 + index
    copy.turns = 2 + index
    copy.cacheDecisions = [
      { tip: 'same', code: index },
      { tip: `own ${index}`, code: index },
    ]
    copy.refusedTips = [`tip ${index}`]
    workers[index]!.remember(copy, 'h3')
    // The update for a later response counts nothing twice.
    workers[index]!.remember(copy, 'h3')
    await settled()
  }
  expect(session).toMatchObject({ turns: 3, requests: 2, originalTokens: 21, refusedTips: ['tip 1', 'tip 0'] })
  expect(session.cacheDecisions).toEqual([
    { tip: 'same', code: 0 },
    { tip: 'own 0', code: 0 },
    { tip: 'own 1', code: 1 },
  ])
})

test("a worker's return to the usual state of the cache is kept at the limit of changes", async () => {
  const { session, openWorker } = openFleet()
  session.cacheDecisions = Array.from({ length: 256 }, (_, index) => ({ tip: `tip ${index}`, code: 1 }))
  const { sessions } = openWorker()
  const { session: copy } = await sessions.open('a', SIGNAL, HASHES)
  copy.cacheDecisions = [...copy.cacheDecisions, { tip: 'usual', code: 0 }]
  sessions.remember(copy, 'h3')
  await settled()
  expect(session.cacheDecisions.at(-1)).toEqual({ tip: 'usual', code: 0 })
})

test('a first request without an id begins a session locally and reports it after its response', async () => {
  const { remembered, openWorker } = openFleet()
  const { sessions } = openWorker()
  const opened = await sessions.open('a', undefined, { heads: ['h1'], historyHead: undefined })
  expect(opened.publicId).toBe(opened.session.generatedId)
  opened.session.requests++
  sessions.remember(opened.session, 'h1')
  await settled()
  expect(remembered).toHaveLength(1)
  expect(remembered[0]![0]).toMatchObject({ idHash: opened.session.idHash, generatedId: opened.publicId, requests: 1 })
  expect(sessions.begun).toBe(1)
})

test('a request continues with a new session when the primary process does not respond', async () => {
  const { openWorker } = openFleet()
  const { sessions, counters } = openWorker(true)
  const { session, publicId } = await sessions.open('a', SIGNAL, HASHES)
  expect([publicId, session.turns]).toEqual(['one', 0])
  expect(counters.read().session_failed).toBe(1)
})
