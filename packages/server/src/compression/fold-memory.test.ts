import { DEFAULT_POLICY, encodingOf, type FoldState, fold, sizeOfState, type Transcript } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import type { SessionKey } from '../cloud/cloud-port.ts'
import { FoldMemory } from './fold-memory.ts'

const TURNS = 12

/** A conversation of made-up words, as input of the fold. */
function transcriptOf(name: string): Transcript {
  const textOf = (index: number): string => `${name} said ${index} things about ${'harbour '.repeat(20)}number${index}`
  return {
    length: 2 * TURNS + 1,
    bindsThinking: false,
    pinnedTokens: 0,
    roleOf: (index) => (index % 2 ? 'assistant' : 'user'),
    keyOf: (index) => `${name}${index}`,
    tokensOf: () => 40,
    piecesOf: (index) => [{ kind: 'said', text: textOf(index), part: 0, leaf: 0 }],
    callsOf: () => [],
    answersOf: () => [],
    serverCallsOf: () => [],
    serverAnswersOf: () => [],
    isFoldable: () => true,
    nameOf: () => undefined,
    isKept: () => false,
    isCarried: () => false,
    hasThinking: () => false,
    thinkingOf: () => [],
    opaqueKindsOf: () => [],
    hasUncountedFile: () => false,
  }
}

interface Made {
  readonly session: SessionKey
  readonly chain: readonly string[]
  readonly state: FoldState
}

function make(name: string, session: SessionKey = { accountId: name, idHash: name }): Made {
  const count = (text: string): number => encodingOf('o200k').count(text)
  const { state } = fold({ transcript: transcriptOf(name), policy: DEFAULT_POLICY, count })
  return { session, chain: Array.from({ length: 2 * TURNS }, (_, i) => `${name}${i}`), state }
}

function keep(memory: FoldMemory, { session, chain, state }: Made): void {
  memory.keep(session, chain, state)
}

const isKept = (memory: FoldMemory, { session, chain, state }: Made) => memory.find(session, chain)?.state === state

describe('FoldMemory', () => {
  it('evicts the least recently used history when the memory is full', () => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) => make(name)) as [Made, Made, Made]
    const memory = new FoldMemory(2.5 * sizeOfState(first.state))
    keep(memory, first)
    keep(memory, second)
    keep(memory, first)
    keep(memory, third)
    expect([first, second, third].map((made) => isKept(memory, made))).toEqual([true, false, true])
  })

  it('keeps the history that is in use, however large it is', () => {
    const made = make('a')
    const memory = new FoldMemory(1)
    keep(memory, made)
    expect(isKept(memory, made)).toBe(true)
  })

  it('keeps all histories while there is room, of one session or of many', () => {
    const memory = new FoldMemory(10_000_000)
    const { session } = make('shared')
    const all = Array.from({ length: 12 }, (_, i) => make(`talk ${i}, `, i % 2 ? session : undefined))
    for (const made of all) keep(memory, made)
    expect(all.every((made) => isKept(memory, made))).toBe(true)
  })

  it('counts a growing history once, and finds it under its new end', () => {
    const made = make('a')
    const memory = new FoldMemory(2.5 * sizeOfState(made.state))
    const other = make('b')
    keep(memory, other)
    for (let turn = 0; turn < 5; turn++) keep(memory, made)
    expect(isKept(memory, other)).toBe(true)
    const moved = { ...made, chain: made.chain.map((link) => `${link}, edited`) }
    keep(memory, moved)
    expect(isKept(memory, moved)).toBe(true)
    expect(memory.find(made.session, made.chain)).toBeUndefined()
  })

  it('evicts from the account that exceeds its share, not the least recently used', () => {
    const quiet = make('quiet')
    const memory = new FoldMemory(3.5 * sizeOfState(quiet.state))
    keep(memory, quiet)
    const greedy = Array.from({ length: 6 }, (_, i) => make(`greedy ${i}`, { accountId: 'greedy', idHash: `${i}` }))
    for (const made of greedy) keep(memory, made)
    expect(isKept(memory, quiet)).toBe(true)
    expect(greedy.map((made) => isKept(memory, made))).toEqual([false, false, false, false, true, true])
  })

  it('returns the session’s most recently advanced history for one that its client has edited', () => {
    const session = { accountId: 'a', idHash: 'a' }
    const [older, newer] = [make('a', session), make('b', session)]
    const memory = new FoldMemory(10 * sizeOfState(older.state))
    keep(memory, older)
    keep(memory, newer)
    expect(memory.newest(session)?.state).toBe(newer.state)
    keep(memory, older)
    expect(memory.newest(session)?.state).toBe(older.state)
    expect(memory.newest({ accountId: 'b', idHash: 'a' })).toBeUndefined()
  })
})
