import { createMessageMemo, createTokenMemo, type FoldState, readRequest, type StaticVectors } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { talkRequest } from '../explain/talk.fixture.ts'
import type { Log } from '../ports.ts'
import { CacheHabits } from './cache-habits.ts'
import { chainOf } from './chain.ts'
import { compress } from './compress.ts'
import { createCounters } from './counters.ts'
import { HistoryMemory } from './history-memory.ts'
import { runInSlices } from './in-slices.ts'
import { createSession, type Session } from './session.ts'

/** Long enough that a first fold gives way several times. */
const TURNS = 400
const FORMAT = 'openai-chat'

const memo = createMessageMemo(64_000_000)
const histories = new HistoryMemory(1_000_000_000)
const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
const deps = {
  hash: shortSha256,
  tokenMemo: createTokenMemo(64_000_000),
  vectors: undefined,
  log,
  counters: createCounters(),
  clock: { now: () => 0 },
  cacheHabits: new CacheHabits(),
  sessions: {
    keepHistory: (...kept: Parameters<HistoryMemory['keep']>) => histories.keep(...kept),
    forgetHistory: (state: FoldState) => histories.forget(state),
  },
}

function newSession(): Session {
  return createSession({ accountId: 'a', idHash: 'h', generatedId: null, now: 0 })
}

interface Changed {
  readonly foldTimeoutMs?: number
  readonly vectors?: StaticVectors
}

/** A request at turn `turns` of a talk; talks of other names have other words from the start. */
function ask(session: Session, turns: number, name = 'Please', { foldTimeoutMs = 60_000, ...changed }: Changed = {}) {
  const body = talkRequest(FORMAT, turns).body.replaceAll('Please', name)
  const view = readRequest(body, FORMAT, { hash: shortSha256, memo })
  if (view.kind !== 'conversation') throw new Error('The talk could not be read.')
  const chain = chainOf(view.conversation, session.accountId, shortSha256)
  const limits = { foldTimeoutMs }
  return compress(
    { ...deps, ...changed, limits },
    { headers: {}, view, place: { session, chain }, objective: 'tokens' },
  )
}

describe('compress', () => {
  it('folds a history once for requests that come at the same time', async () => {
    const session = newSession()
    const asked = [ask(session, TURNS), ask(session, TURNS), ask(session, TURNS)]
    expect(asked.every((rewrite) => rewrite instanceof Promise)).toBe(true)
    const [first, ...others] = await Promise.all(asked)
    for (const other of others) {
      expect(other!.state).toBe(first!.state)
      expect(other!.body).toEqual(first!.body)
    }
    expect(session.foldings?.size).toBe(0)
  })

  it('makes nobody wait whose history is known', async () => {
    const session = newSession()
    await ask(session, TURNS)
    const first = ask(session, TURNS + 200, 'Kindly')
    expect(first).toBeInstanceOf(Promise)
    expect(ask(session, TURNS)).not.toBeInstanceOf(Promise)
    await first
  })

  it('makes no conversation wait for the first fold of another, though they have one id', async () => {
    const session = newSession()
    const long = ask(session, TURNS)
    expect(long).toBeInstanceOf(Promise)
    let isLongOver = false
    void Promise.resolve(long).then(() => {
      isLongOver = true
    })
    const short = await ask(session, 8, 'Kindly')
    expect(isLongOver).toBe(false)
    expect(short.body).toEqual((await ask(newSession(), 8, 'Kindly')).body)
    expect((await long).body).toEqual((await ask(newSession(), TURNS)).body)
  })

  it('remembers every conversation, though they have one id', async () => {
    const session = newSession()
    const names = Array.from({ length: 20 }, (_, i) => `Talk ${i}: please`)
    const first = await Promise.all(names.map((name) => ask(session, 8, name)))
    const second = await Promise.all(names.map((name) => ask(session, 9, name)))
    // The same memory, gone on, and not a new one.
    for (const [i, { state }] of second.entries()) expect(state).toBe(first[i]!.state)
  })

  it('sends a request as it came when its fold takes too long, and knows the history at the next', async () => {
    const session = newSession()
    const late = await ask(session, TURNS, 'Please', { foldTimeoutMs: 1 })
    expect(late).toMatchObject({ body: undefined, outcome: 'deadline', savedTokens: 0 })
    expect(deps.counters.read().fold_late).toBe(1)
    await expect.poll(() => session.histories?.size).toBe(1)
    const next = ask(session, TURNS + 1)
    expect(next).not.toBeInstanceOf(Promise)
    expect((await next).body).toEqual((await ask(newSession(), TURNS + 1)).body)
  })

  it('begins a history anew that an error may have left half changed', async () => {
    const session = newSession()
    await ask(session, 9)
    const broken = {
      embed() {
        throw new Error('broken')
      },
    } as unknown as StaticVectors
    expect(await ask(session, 11, 'Please', { vectors: broken })).toMatchObject({ body: undefined, outcome: 'error' })
    expect(session.histories?.size).toBe(0)
    expect((await ask(session, 12)).body).toEqual((await ask(newSession(), 12)).body)
  })

  it('begins no first fold where too much waits for one, and goes on with what is known', async () => {
    const session = newSession()
    await ask(session, TURNS)
    const steps = (function* () {
      for (let until = performance.now() + 12; performance.now() < until; ) yield
    })()
    const other = runInSlices(steps, 1_000_000_000)
    expect(await ask(newSession(), TURNS)).toMatchObject({ body: undefined, outcome: 'busy' })
    expect((await ask(session, TURNS)).body).toBeDefined()
    await other
    expect((await ask(newSession(), TURNS)).body).toBeDefined()
    expect(deps.counters.read().fold_skipped).toBe(1)
  })

  it('gives whoever waited the bytes of a fold of its own', async () => {
    const session = newSession()
    const [, later] = await Promise.all([ask(session, TURNS), ask(session, TURNS - 3)])
    expect(later!.body).toEqual((await ask(newSession(), TURNS - 3)).body)
  })
})
