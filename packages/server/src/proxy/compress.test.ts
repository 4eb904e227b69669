import { createMessageMemo, createTokenMemo, readRequest, type WireFormat } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { talkRequest } from '../explain/talk.fixture.ts'
import type { Log } from '../ports.ts'
import { CacheHabits } from './cache-habits.ts'
import { chainOf } from './chain.ts'
import { compress } from './compress.ts'
import { createCounters } from './counters.ts'
import { createSession, type Session } from './session.ts'

/** Long enough that a first fold gives way several times. */
const TURNS = 400

const memo = createMessageMemo(10_000)
const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
const deps = {
  hash: shortSha256,
  tokenMemo: createTokenMemo(10_000),
  vectors: undefined,
  log,
  counters: createCounters(),
  clock: { now: () => 0 },
  cacheHabits: new CacheHabits(),
}

function newSession(): Session {
  return createSession({ accountId: 'a', idHash: 'h', generatedId: null, now: 0 })
}

function ask(session: Session, turns: number, format: WireFormat = 'openai-chat') {
  const view = readRequest(talkRequest(format, turns).body, format, { hash: shortSha256, memo })
  if (view.kind !== 'conversation') throw new Error('The talk could not be read.')
  const chain = chainOf(view.conversation, session.accountId, shortSha256)
  return compress(deps, { headers: {}, view, place: { session, chain }, objective: 'tokens' })
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
    expect(session.folding).toBeUndefined()
  })

  it('makes nobody wait whose history is known', async () => {
    const session = newSession()
    await ask(session, TURNS)
    session.folding = new Promise(() => {})
    expect(ask(session, TURNS)).not.toBeInstanceOf(Promise)
  })

  it('gives whoever waited the bytes of a fold of its own', async () => {
    const session = newSession()
    const [, later] = await Promise.all([ask(session, TURNS), ask(session, TURNS - 3)])
    expect(later!.body).toEqual((await ask(newSession(), TURNS - 3)).body)
  })
})
