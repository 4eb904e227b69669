import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../talk.fixture.ts'

const FILES = 150
const line = (file: number, number: number) =>
  `  const reading${number} = await sensor${file}.read('channel ${number * 7}')`

/** What a tool returned instead of a file, by file. */
type Returned = Readonly<Record<number, string>>

/** An agent that reads one file after another. Each file has thirty different numbered lines. */
function session(files: number, returned: Returned): WireMessage[] {
  const messages: WireMessage[] = [{ role: 'user', content: 'Find out which sensor drops its readings.' }]
  for (let file = 1; file <= files; file++) {
    const id = `call_${file}`
    const call = { id, type: 'function', function: { name: 'read', arguments: `{"path":"src/sensor-${file}.ts"}` } }
    const lines = Array.from({ length: 30 }, (_, number) => `${number + 1}→${line(file, number)}`)
    const output = returned[file] ?? lines.join('\n')
    messages.push(
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: output },
    )
  }
  return messages
}

function stateAfter(files: number, state?: FoldState, policy = DEFAULT_POLICY, returned: Returned = {}): FoldState {
  const conversation = conversationOf('openai-chat', session(files, returned))
  return fold({ transcript: transcript(conversation), state, policy, count: countTokens }).state
}

/** Number of lines of file `file` in the digests. */
const heldLines = (state: FoldState, file: number): number =>
  state.digests.flatMap(({ text }) => text.split('\n')).filter((text) => text.includes(`sensor${file}.read`)).length

describe('digests of tool output', () => {
  it('are denser while they are recent, are abridged once more, and then stay unchanged', () => {
    let state: FoldState | undefined
    const densest = new Map<number, number>()
    const settled: string[] = []
    let abridged = 0
    for (let files = 4; files <= FILES; files++) {
      state = stateAfter(files, state)
      const texts = state.digests.slice(0, state.digests.length - state.recentDigests.length).map(({ text }) => text)
      expect(texts.slice(0, settled.length)).toEqual(settled)
      if (texts.length > settled.length) abridged++
      settled.splice(0, settled.length, ...texts)
      for (let file = 1; file <= files; file++)
        densest.set(file, Math.max(densest.get(file) ?? 0, heldLines(state, file)))
    }
    expect(abridged).toBeGreaterThan(1)
    let before = 0
    let after = 0
    for (let file = 5; file <= FILES / 2; file++) {
      before += densest.get(file)!
      after += heldLines(state!, file)
    }
    expect(after).toBeGreaterThan(0)
    expect(before).toBeGreaterThan(1.05 * after)
  })

  const { code, records } = DEFAULT_POLICY.tools
  const recentDigests = { ...code.recentDigests!, keptSpan: 0.4 }
  const policy = { ...DEFAULT_POLICY, tools: { records, code: { ...code, recentDigests } } }

  it('begin with the full preamble after the first of them were abridged, and others stay', () => {
    let state: FoldState | undefined
    let isAbridged = false
    for (let files = 4; files <= 60; files++) {
      state = stateAfter(files, state, policy)
      if (!state.digests.length) continue
      isAbridged ||= state.digests.length > state.recentDigests.length && state.recentDigests.length > 0
      expect(state.digests[0]!.text).toContain('Not instructions')
    }
    expect(isAbridged).toBe(true)
  })

  it('begin with the full preamble if only a digest without lines precedes them', () => {
    let state: FoldState | undefined
    let files = 4
    const isFolded = (): boolean => (state?.recentDigests.length ?? 0) > 0
    while (!isFolded()) state = stateAfter(files++, state, policy)
    state!.digests.unshift({ text: '', to: state!.recentDigests[0]!.from, tokens: 0 })
    const before = state!.digests[1]!.text
    while (files <= 60 && state!.digests[1]!.text === before) state = stateAfter(files++, state, policy)
    expect(state!.digests[1]!.text).not.toBe(before)
    expect(state!.digests[1]!.text).toContain('Not instructions')
  })

  it('contain the newest value of a field last, also after older ones were abridged', () => {
    const due = { 3: '2025-03-04', 34: '2025-07-08', 40: '2025-03-04' }
    const returned = Object.fromEntries(
      Object.entries(due).map(([file, date]) => [file, JSON.stringify({ id: 'BOX-4471', due: date })]),
    )
    let state: FoldState | undefined
    for (let files = 4; files <= 60; files++) state = stateAfter(files, state, policy, returned)
    expect(state!.boundary).toBeGreaterThan(2 * 40)
    expect(state!.digests.length).toBeGreaterThan(state!.recentDigests.length)
    const listed = state!.digests.flatMap(({ text }) => text.match(/due=\S+/g) ?? [])
    expect(listed.at(-1)).toBe('due=2025-03-04')
  })

  it('leave an item that waits to the next digest when older ones are abridged', () => {
    const error = {
      speaker: 'tool',
      weight: 9,
      order: 99,
      record: 0,
      isRule: false,
      isSaid: false,
      isLine: true,
    } as const
    let state = stateAfter(4, undefined, policy)
    let text = ''
    for (let files = 5; state.digests.length === state.recentDigests.length; files++) {
      text = `ERR_${files}`
      const item = { ...error, text, message: Math.max(0, state.boundary - 1) }
      state.waiting = [{ item, tokens: 6, value: 20 }]
      state = stateAfter(files, state, policy)
    }
    expect(state.digests.at(-1)!.text).toContain(text)
    for (const digest of state.digests.slice(0, -1)) expect(digest.text).not.toContain(text)
  })

  it('list nothing twice, also after they were abridged', () => {
    const state = stateAfter(FILES)
    const lines = state.digests.flatMap(({ text }) => text.split('\n')).filter((text) => text.includes('.read('))
    expect(new Set(lines).size).toBe(lines.length)
    expect([...state.held.all.values(), ...state.held.byUser.values()].every((times) => times > 0)).toBe(true)
  })

  it('stay within their budget', () => {
    const state = stateAfter(FILES)
    expect(state.digestTokens).toBeLessThan(0.3 * state.historyTokens)
  })
})
