import { type Conversation, createMessageMemo, readRequest } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { beginningHash, prefixHashes } from './prefix-hashes.ts'

const memo = createMessageMemo(1_000_000)
const TALK = ['Hi', 'Hello!', 'How far is it?', 'Nine miles.', 'Thank you. And back?']

/** A chat under `instructions` with the first `said` texts. */
function chat(instructions: readonly string[], said = TALK.length, texts: readonly string[] = TALK): Conversation {
  const messages = [
    ...instructions.map((content) => ({ role: 'system', content })),
    ...texts.slice(0, said).map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
  ]
  const view = readRequest(JSON.stringify({ model: 'm', messages }), 'openai-chat', { hash: shortSha256, memo })
  if (view.kind !== 'conversation') throw new Error('The chat could not be read.')
  return view.conversation
}

const chain = (conversation: Conversation, account = 'a') => prefixHashes(conversation, account, shortSha256)

describe('prefixHashes', () => {
  it('returns one hash per message, and keeps them as the conversation grows', () => {
    for (const instructions of [[], ['Be brief.'], ['Be brief.', 'Be kind.']]) {
      const whole = chain(chat(instructions))
      expect(whole).toHaveLength(instructions.length + TALK.length)
      for (let said = 1; said < TALK.length; said++) {
        expect(chain(chat(instructions, said))).toEqual(whole.slice(0, instructions.length + said))
      }
    }
  })

  it('identifies conversations by their messages, and a first message also by its instructions', () => {
    const [morning, noon] = [chain(chat(['It is 9:00.'])), chain(chat(['It is 12:00.']))]
    expect(noon[0]).toBe(morning[0])
    expect(noon[1]).not.toBe(morning[1])
    expect(noon.slice(2)).toEqual(morning.slice(2))
  })

  it('gives different prefixes different hashes', () => {
    const others = TALK.map((text, i) => TALK.with(i, `${text}!`))
    const links = [TALK, ...others].flatMap((texts, at) =>
      chain(chat(['Be brief.'], TALK.length, texts)).slice(at === 0 ? 1 : at),
    )
    expect(new Set(links).size).toBe(links.length)
    expect(links).not.toContain('')
  })

  it('never gives two accounts the same hashes', () => {
    const [one, other] = [chain(chat(['Be brief.'])), chain(chat(['Be brief.']), 'b')]
    expect(one.filter((link) => link !== '' && other.includes(link))).toEqual([])
  })

  it('returns the same hashes for a long conversation after any earlier calls', () => {
    const texts = Array.from({ length: 60 }, (_, i) => `Message ${i}`)
    const edited = texts.with(30, 'Another one')
    const asked = [
      chat(['Be brief.'], 40, texts),
      chat(['Be brief.'], 60, texts),
      chat(['Be brief.'], 60, edited),
      chat(['Be brief.'], 35, texts),
      chat(['Be brief.'], 31, edited),
    ]
    const chains = asked.map((conversation) => chain(conversation))
    const anew = asked.map((conversation) => prefixHashes(conversation, 'a', (text) => shortSha256(text)))
    expect(chains).toEqual(anew)
  })

  it('returns only empty strings for instructions alone', () => {
    expect(chain(chat(['Be brief.'], 0))).toEqual([''])
  })
})

describe('beginningHash', () => {
  it('is the same for all requests of a conversation from its second turn on, with any instructions', () => {
    const beginnings = [3, 4, 5].map((said) => beginningHash(chain(chat(['It is 9:00.', 'Be brief.'], said))))
    expect(new Set([...beginnings, beginningHash(chain(chat(['It is 12:00.'])))]).size).toBe(1)
    expect(beginningHash(chain(chat([], 5, ['Hi', 'Hello!', 'How deep is it?', 'A fathom.', 'Thanks.'])))).not.toBe(
      beginnings[0],
    )
  })

  it('is empty without messages, and defined from the first one on', () => {
    expect([beginningHash([]), beginningHash([''])]).toEqual(['', ''])
    expect(beginningHash(chain(chat([], 1)))).not.toBe('')
  })
})
