import { type Conversation, createMessageMemo, type WireFormat } from '@pleat/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { keepBody, type ReadDeps, type ReadMemory, readBodyView } from './read-body.ts'
import { RecentBodies } from './recent-bodies.ts'

const log = { info() {}, warn() {}, error() {} }
const FORMATS: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

/** Dependencies that count the hashes of messages. */
function countingDeps(mostBytes?: number): ReadDeps & ReadMemory & { hashed: number } {
  const deps = {
    hash: shortSha256,
    hashBytes(bytes: Uint8Array) {
      deps.hashed++
      return shortSha256(bytes)
    },
    caches: [],
    owner: 'a',
    messages: createMessageMemo(1_000_000),
    recentBodies: new RecentBodies(mostBytes),
    log,
    counters: { add() {} },
    hashed: 0,
  }
  return deps
}

function read(deps: ReadDeps & ReadMemory, body: Buffer, format: WireFormat = 'openai-chat'): Conversation {
  const view = readBodyView(deps, deps, format, body)
  if (view.kind !== 'conversation') throw new Error(view.kind)
  keepBody(deps, body, view.conversation)
  return view.conversation
}

const message = (text: string, i: number) => ({ role: i % 2 ? 'assistant' : 'user', content: text })
const bodyOf = (texts: readonly string[], model = 'gpt-4o') =>
  Buffer.from(JSON.stringify({ model, max_tokens: 9, messages: texts.map(message) }))
const long = (name: string) => `${name} é `.repeat(400)
const TALK = Array.from({ length: 12 }, (_, i) => long(`Message ${i}`))

describe('a body that extends a recent one', () => {
  it('has only its new messages hashed', () => {
    const deps = countingDeps()
    read(deps, bodyOf(TALK.slice(0, 9)))
    expect(deps.hashed).toBe(9)
    read(deps, bodyOf(TALK.slice(0, 11)))
    expect(deps.hashed).toBe(11)
    read(deps, bodyOf(TALK))
    expect(deps.hashed).toBe(12)
  })

  it('is not confused with one of another conversation or wire, or with an edited one', () => {
    const deps = countingDeps()
    read(deps, bodyOf(TALK.slice(0, 9)))
    read(deps, bodyOf(['Other'.repeat(2000), ...TALK.slice(1)]))
    expect(deps.hashed).toBe(9 + 12)
    read(deps, bodyOf(TALK.slice(0, 11)), 'anthropic-messages')
    expect(deps.hashed).toBe(9 + 12 + 11)
    const edited = TALK.with(3, TALK[3]!.replace('3', '4'))
    read(deps, bodyOf(edited))
    expect(deps.hashed).toBe(9 + 12 + 11 + 4)
  })

  it('is known until newer ones replace it', () => {
    const bodyNamed = (name: string, count: number) => bodyOf(TALK.slice(0, count).map((text) => `${name}${text}`))
    const deps = countingDeps(Math.floor(3.5 * bodyNamed('a', 9).length))
    const hashedFor = (body: Buffer) => {
      deps.hashed = 0
      read(deps, body)
      return deps.hashed
    }
    for (const name of ['a', 'b', 'c']) expect(hashedFor(bodyNamed(name, 9))).toBe(9)
    // The third body leaves no room after it, so the next one takes the place of the first and of a part of the second.
    expect(hashedFor(bodyNamed('c', 10))).toBe(1)
    expect(hashedFor(bodyNamed('a', 10))).toBe(10)
    expect(hashedFor(bodyNamed('c', 11))).toBe(1)
    expect(hashedFor(bodyNamed('b', 10))).toBe(10)
  })

  it('is not compared with a body of another account', () => {
    const deps = countingDeps()
    read(deps, bodyOf(TALK))
    const other = { ...deps, owner: 'b', messages: createMessageMemo(1_000_000) }
    deps.hashed = 0
    read(other, bodyOf(TALK))
    expect(deps.hashed).toBe(TALK.length)
  })

  it('is not kept if it has more parts than a client sends', () => {
    const deps = countingDeps()
    const content = Array.from({ length: 20_001 }, (_, i) => ({ type: 'text', text: `part ${i}` }))
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }))
    read(deps, body)
    expect(deps.recentBodies?.shapesIn(body, { owner: 'a', format: 'openai-chat' })).toBeUndefined()
  })

  it('is not kept if it exceeds the limit for all bodies', () => {
    const deps = countingDeps(20_000)
    for (let time = 0; time < 2; time++) {
      deps.hashed = 0
      read(deps, bodyOf(TALK))
      expect(deps.hashed).toBe(12)
    }
  })

  it('is read as it would be without kept bodies', () => {
    const text = fc.oneof(
      fc.constantFrom(...TALK.slice(0, 3)),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('"', '\\', 'é'.repeat(3000)),
    )
    const edits = fc.array(
      fc.record({ at: fc.nat(14), text, keptTo: fc.nat(14), format: fc.constantFrom(...FORMATS), model: text }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(edits, (edits) => {
        const deps = countingDeps(100_000)
        let talk = TALK
        for (const { at, text, keptTo, format, model } of edits) {
          talk = [...talk.slice(0, at), `${text}.`, ...talk.slice(Math.max(at, keptTo))]
          const body = bodyOf([...talk, long('And now?')], `m${model}`)
          const { body: _, ...seen } = read(deps, body, format)
          const { body: __, ...alone } = read(countingDeps(0), body, format)
          expect(withoutTexts(seen)).toEqual(withoutTexts(alone))
        }
      }),
    )
  })
})

/** Leaves out the cached texts of messages, which affect speed alone. */
function withoutTexts(conversation: Omit<Conversation, 'body'>) {
  return { ...conversation, messages: conversation.messages.map(({ shape, start, end }) => ({ shape, start, end })) }
}
