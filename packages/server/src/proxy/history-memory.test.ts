import { DEFAULT_POLICY, encodingOf, type FoldState, fold, sizeOfState, type Transcript } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import { HistoryMemory } from './history-memory.ts'
import { createSession, keepHistory, type Session } from './session.ts'

const TURNS = 12

/** A talk of made-up words, as the fold reads it. */
function transcriptOf(name: string): Transcript {
  const textOf = (index: number): string => `${name} said ${index} things about ${'harbour '.repeat(20)}number${index}`
  return {
    length: 2 * TURNS + 1,
    bindsThinking: false,
    roleOf: (index) => (index % 2 ? 'assistant' : 'user'),
    keyOf: (index) => `${name}${index}`,
    tokensOf: () => 40,
    piecesOf: (index) => [{ kind: 'said', text: textOf(index), part: 0, leaf: 0 }],
    callsOf: () => [],
    answersOf: () => [],
    isFoldable: () => true,
    isKept: () => false,
    isCarried: () => false,
    thinkingOf: () => [],
    opaqueKindsOf: () => [],
  }
}

function sessionWithHistory(name: string): { session: Session; state: FoldState } {
  const count = (text: string): number => encodingOf('o200k').count(text)
  const { state } = fold({ transcript: transcriptOf(name), policy: DEFAULT_POLICY, count })
  const session = createSession({ accountId: 'a', idHash: name, generatedId: null, now: 0 })
  keepHistory(
    session,
    Array.from({ length: 2 * TURNS }, (_, i) => `${name}${i}`),
    state,
  )
  return { session, state }
}

describe('HistoryMemory', () => {
  it('takes the histories of the session used longest ago when there is no room for all', () => {
    const made = ['a', 'b', 'c'].map(sessionWithHistory)
    const [first, second, third] = made.map(({ session }) => session)
    const memory = new HistoryMemory(2.5 * sizeOfState(made[0]!.state))
    memory.use(first!)
    memory.use(second!)
    memory.use(first!)
    memory.use(third!)
    expect(second!.histories).toEqual([])
    expect(first!.histories).toHaveLength(1)
    expect(third!.histories).toHaveLength(1)
  })

  it('leaves the session alone that is used now, however large it is', () => {
    const { session } = sessionWithHistory('a')
    new HistoryMemory(1).use(session)
    expect(session.histories).toHaveLength(1)
  })

  it('keeps all while there is room', () => {
    const sessions = ['a', 'b', 'c'].map((name) => sessionWithHistory(name).session)
    const memory = new HistoryMemory(10_000_000)
    for (const session of sessions) memory.use(session)
    expect(sessions.every(({ histories }) => histories.length === 1)).toBe(true)
  })
})
