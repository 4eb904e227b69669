import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createCounters } from './counters.ts'
import { createSession, type Session } from './session.ts'
import type { SavedSession, SaveOutcome } from './session-port.ts'
import { SessionSaver } from './session-saver.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** A store that saves at once, unless the test makes it hang or unavailable. */
function openSaver() {
  const saved: string[] = []
  const state = { isHanging: false, isAvailable: true }
  const store = {
    async save(sessions: readonly SavedSession[]): Promise<readonly SaveOutcome[]> {
      if (!state.isAvailable) throw new StoreUnavailable('gone')
      if (state.isHanging) await new Promise(() => {})
      saved.push(...sessions.map(({ row }) => row.idHash))
      return sessions.map(({ row }) => ({ kind: 'saved', version: row.version + 1 }))
    },
  }
  const log = { info() {}, warn() {}, error() {} }
  return { saver: new SessionSaver({ store, log, counters: createCounters() }), saved, state }
}

function sessionNamed(idHash: string): Session {
  return createSession({ accountId: 'a', idHash, generatedId: null, now: 0 })
}

function decided(idHash: string): Session {
  return Object.assign(sessionNamed(idHash), { cacheDecisions: [{ tip: 'c1', code: 1 }] })
}

describe('a session with a new decision', () => {
  test('is stored before the sessions that wait longer, and before its response is sent', async () => {
    const { saver, saved } = openSaver()
    for (let index = 0; index < 30; index++) expect(saver.add(sessionNamed(`plain ${index}`), 't')).toBeUndefined()
    await saver.add(decided('decided'), 't')
    expect(saved).toEqual(['decided'])
    await vi.advanceTimersByTimeAsync(1000)
    await saver.close()
    expect(saved).toHaveLength(31)
  })

  test('waits for nothing once its decision is stored', async () => {
    const { saver } = openSaver()
    const session = decided('decided')
    await saver.add(session, 't')
    expect(saver.add(session, 't2')).toBeUndefined()
    await saver.close()
  })

  test('delays its response by 250 ms at most while the store hangs', async () => {
    const { saver, state } = openSaver()
    state.isHanging = true
    let isOver = false
    void saver.add(decided('decided'), 't')?.then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(249)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isOver).toBe(true)
  })

  test('is stored later if the store is not available, and its response does not wait', async () => {
    const { saver, saved, state } = openSaver()
    state.isAvailable = false
    await saver.add(decided('first'), 't')
    expect(saver.add(decided('second'), 't')).toBeUndefined()
    state.isAvailable = true
    await vi.advanceTimersByTimeAsync(2000)
    await saver.save()
    expect(saved.sort()).toEqual(['first', 'second'])
    await saver.close()
  })
})

describe('a reader of the store', () => {
  test('runs after the sessions that are being saved', async () => {
    const { saver, saved } = openSaver()
    saver.add(sessionNamed('first'), 't')
    void saver.save()
    await saver.alone(async () => expect(saved).toEqual(['first']))
    expect.assertions(1)
  })

  test('delays its request by 250 ms at most while the store hangs', async () => {
    const { saver, state } = openSaver()
    state.isHanging = true
    saver.add(sessionNamed('first'), 't')
    void saver.save()
    let isOver = false
    void saver
      .alone(async () => {})
      .then(() => {
        isOver = true
      })
    await vi.advanceTimersByTimeAsync(249)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(isOver).toBe(true))
  })

  test('does not run while the store is not available', async () => {
    const { saver, state } = openSaver()
    state.isAvailable = false
    await saver.add(decided('first'), 't')
    const use = vi.fn(async () => {})
    await saver.alone(use)
    expect(use).not.toHaveBeenCalled()
    state.isAvailable = true
    await vi.advanceTimersByTimeAsync(2000)
    await saver.alone(use)
    expect(use).toHaveBeenCalledOnce()
    await saver.close()
  })

  test('lets sessions be saved after it failed', async () => {
    const { saver, saved } = openSaver()
    await expect(saver.alone(() => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
    await saver.add(decided('decided'), 't')
    saver.add(sessionNamed('plain'), 't')
    await saver.close()
    expect(saved).toEqual(['decided', 'plain'])
  })
})
