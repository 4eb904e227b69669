import { DEFAULT_POLICY, encodingOf, type FoldState, fold, sizeOfState, type Transcript } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import { HistoryMemory } from './history-memory.ts'
import { createSession, findHistory, type History, type Session } from './session.ts'

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
    nameOf: () => undefined,
    isKept: () => false,
    isCarried: () => false,
    thinkingOf: () => [],
    opaqueKindsOf: () => [],
  }
}

interface Made {
  readonly session: Session
  readonly chain: readonly string[]
  readonly state: FoldState
}

function make(
  name: string,
  session = createSession({ accountId: 'a', idHash: name, generatedId: null, now: 0 }),
): Made {
  const count = (text: string): number => encodingOf('o200k').count(text)
  const { state } = fold({ transcript: transcriptOf(name), policy: DEFAULT_POLICY, count })
  return { session, chain: Array.from({ length: 2 * TURNS }, (_, i) => `${name}${i}`), state }
}

function keep(memory: HistoryMemory, { session, chain, state }: Made, before?: History): void {
  memory.keep(session, chain, { state, before })
}

const isKept = ({ session, chain, state }: Made) => findHistory(session, chain)?.state === state

describe('HistoryMemory', () => {
  it('takes the history used longest ago when there is no room for all', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) => make(name)) as [Made, Made, Made]
    const memory = new HistoryMemory(2.5 * sizeOfState(first.state))
    keep(memory, first)
    keep(memory, second)
    keep(memory, first, findHistory(first.session, first.chain))
    keep(memory, third)
    expect([first, second, third].map(isKept)).toEqual([true, false, true])
  })

  it('leaves the history alone that is used now, however large it is', () => {
    const made = make('a')
    keep(new HistoryMemory(1), made)
    expect(isKept(made)).toBe(true)
  })

  it('keeps all while there is room, of one session as of many', () => {
    const memory = new HistoryMemory(10_000_000)
    const { session } = make('shared')
    const all = Array.from({ length: 12 }, (_, i) => make(`talk ${i}, `, i % 2 ? session : undefined))
    for (const made of all) keep(memory, made)
    expect(all.every(isKept)).toBe(true)
  })

  it('counts a history once that goes on, and finds it where it is now', () => {
    const made = make('a')
    const memory = new HistoryMemory(2.5 * sizeOfState(made.state))
    const other = make('b')
    keep(memory, other)
    for (let turn = 0; turn < 5; turn++) keep(memory, made, findHistory(made.session, made.chain))
    expect(isKept(other)).toBe(true)
    const moved = { ...made, chain: made.chain.map((link) => `${link}, edited`) }
    keep(memory, moved, findHistory(made.session, made.chain))
    expect(isKept(moved)).toBe(true)
    expect(findHistory(made.session, made.chain)).toBeUndefined()
  })
})
