import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConversationEnds } from '../compression/compression-port.ts'
import { createSession, type Session } from './session.ts'
import { SessionTips } from './session-tips.ts'

/** Ends of requests in conversations that are long enough to be recognised. */
function endsOf(messages: readonly string[]): ConversationEnds | undefined {
  const before = messages.length - 2
  if (before < 5) return undefined
  const endOf = (length: number): string => [length, messages[0], ...messages.slice(length - 2, length)].join('\n')
  return { own: endOf(messages.length), before: endOf(before), beforeHead: messages.slice(0, before).join('\n') }
}

/** A server's sessions without ids. Messages are words, and the hash of a history is the history. */
function openTips() {
  const tips = new SessionTips(10_000)
  let made = 0
  function begin(): Session {
    return createSession({ accountId: 'a', idHash: `s${++made}`, generatedId: null, now: 0 })
  }
  /** The session of a request with these messages, alternately of user and assistant, the last one new. */
  function ask(...messages: string[]): string {
    const session = find(messages)
    tips.noteEnd(session, { heads: [], historyHead: undefined, ends: endsOf(messages) })
    session.turns = Math.max(session.turns, Math.ceil(messages.length / 2))
    tips.add(session, messages.join('\n'))
    return session.idHash
  }
  function find(messages: readonly string[]): Session {
    if (messages.length < 2) return begin()
    const heads = messages.map((_, index) => messages.slice(0, messages.length - index).join('\n'))
    const hashes = { heads, historyHead: heads[1], ends: endsOf(messages) }
    const found = tips.continue(hashes)
    if (found?.kind === 'known') return found.session
    const session = begin()
    tips.reserve(session, hashes)
    return session
  }
  return { ask }
}

describe('a conversation without an id', () => {
  test('keeps its session through every turn, and when a request is sent again', () => {
    const { ask } = openTips()
    const id = ask('hi')
    expect(ask('hi', 'hello', 'one')).toBe(id)
    expect(ask('hi', 'hello', 'one')).toBe(id)
    expect(ask('hi', 'hello', 'one', 'yes', 'two')).toBe(id)
    expect(ask('hi', 'hello', 'one', 'yes', 'two')).toBe(id)
  })

  test('keeps its session when the client replaces old messages in every turn', () => {
    const { ask } = openTips()
    const id = ask('hi')
    const messages = ['hi']
    for (let turn = 1; turn < 12; turn++) {
      messages.push(`answer ${turn}`, `output ${turn}`)
      if (turn > 3) messages[2 * (turn - 3)] = 'omitted'
      expect(ask(...messages)).toBe(id)
    }
  })

  test('is not taken for the newer of two conversations that ended alike', () => {
    const { ask } = openTips()
    const talk = (own: string, last: string): string[] => [
      'hi',
      'a',
      own,
      'b',
      'two',
      'c',
      'three',
      ...(last ? ['d', last] : []),
    ]
    ask('hi')
    ask(...talk('one', ''))
    const other = ask(...talk('another', ''))
    expect(ask(...talk('omitted', 'four'))).not.toBe(other)
  })

  test('keeps its session when the last message is edited, any number of times', () => {
    const { ask } = openTips()
    const id = ask('hi')
    for (const edit of ['one', 'won', 'two', 'too']) expect(ask('hi', 'hello', edit)).toBe(id)
    expect(ask('hi', 'hello', 'two', 'yes', 'three')).toBe(id)
    // The abandoned edit continues after all, as a separate session.
    expect(ask('hi', 'hello', 'too', 'no', 'four')).not.toBe(id)
    expect(ask('hi', 'hello', 'two', 'yes', 'three', 'so', 'five')).toBe(id)
  })

  test('gets another session when an earlier message was edited, and keeps that session', () => {
    const { ask } = openTips()
    const id = ask('hi')
    ask('hi', 'hello', 'one')
    ask('hi', 'hello', 'one', 'yes', 'two')
    const fork = ask('hi', 'hello', 'three')
    expect(fork).not.toBe(id)
    expect(ask('hi', 'hello', 'three!')).toBe(fork)
    expect(ask('hi', 'hello', 'three!', 'no', 'four')).toBe(fork)
    expect(ask('hi', 'hello', 'one', 'yes', 'two', 'fine', 'five')).toBe(id)
  })

  test('gets another session when the same question got another answer', () => {
    const { ask } = openTips()
    const id = ask('hi', 'hello', 'one')
    expect(ask('hi', 'hello', 'one', 'yes', 'two')).toBe(id)
    expect(ask('hi', 'hello', 'one', 'no', 'two')).not.toBe(id)
  })

  test('keeps its session when a client asks for a title in between', () => {
    const { ask } = openTips()
    const id = ask('hi')
    ask('hi', 'hello', 'one')
    ask('hi', 'hello', 'title?')
    expect(ask('hi', 'hello', 'one', 'yes', 'two')).toBe(id)
    ask('hi', 'hello', 'one', 'yes', 'title?')
    expect(ask('hi', 'hello', 'one', 'yes', 'two', 'so', 'three')).toBe(id)
  })
})

describe('conversations that begin alike', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => index)

  test('are separate sessions in any order of requests', () => {
    const order = fc.shuffledSubarray(
      twelve.flatMap((chat) => [chat, chat, chat, chat]),
      { minLength: 48 },
    )
    fc.assert(
      fc.property(order, (requests) => {
        const { ask } = openTips()
        const ids = twelve.map(() => new Set<string>())
        const turns = twelve.map(() => 0)
        for (const _ of twelve) ask('hi')
        for (const chat of requests) {
          const turn = ++turns[chat]!
          const said = Array.from({ length: turn }, (_, index) => [`answer ${chat} ${index}`, `${chat} ${index}`])
          ids[chat]!.add(ask('hi', 'hello', ...said.flat().slice(1)))
        }
        for (const seen of ids) expect(seen.size).toBe(1)
        expect(new Set(ids.flatMap((seen) => [...seen])).size).toBe(12)
      }),
      { numRuns: 100 },
    )
  })

  test('become separate sessions when only their last messages differ', () => {
    const { ask } = openTips()
    const shared = ['hi', 'hello', 'one']
    for (const chat of twelve) ask(...shared, 'yes', `part ${chat}`)
    const ids = twelve.map((chat) => ask(...shared, 'yes', `part ${chat}`, 'so', `next ${chat}`))
    expect(new Set(ids).size).toBe(12)
    const again = twelve.map((chat) => ask(...shared, 'yes', `part ${chat}`, 'so', `next ${chat}`, 'ok', 'bye'))
    expect(again).toEqual(ids)
  })
})
