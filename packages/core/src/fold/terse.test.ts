import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from './talk.fixture.ts'

const WARES = 'milk eggs butter rice coffee basil salt honey apples onions garlic cumin tofu spinach'.split(' ')

/** A shopping list in as few words as possible. Each answer ends with `closing`. */
function listOf(exchanges: number, closing = ''): WireMessage[] {
  return Array.from({ length: exchanges }, (_, n): WireMessage[] => {
    const ware = `${WARES[n % WARES.length]} ${n}`
    const [wish, done] = n % 4 === 3 ? [`Take ${ware} off.`, `${ware} is off.`] : [`Add ${ware}.`, `${ware} added.`]
    return [
      { role: 'user', content: wish },
      { role: 'assistant', content: done + closing },
    ]
  }).flat()
}

/** Share of the tokens that the last request saves after all earlier requests were sent. */
function savedOf(messages: readonly WireMessage[]): number {
  let state: ReturnType<typeof fold>['state'] | undefined
  for (const request of requestsOf(messages)) {
    const conversation = conversationOf('openai-chat', request)
    state = fold({ transcript: transcript(conversation), state, count: countTokens }).state
  }
  let tail = 0
  for (let index = state!.boundary; index < state!.tokens.length; index++) tail += state!.tokens[index]!
  return 1 - (tail + state!.digestTokens) / state!.historyTokens
}

const CLOSING =
  ' Let me know what else I should write down for you, and whether you would like it to be sorted by the shelves of the shop.'

describe('a chat with few words per message', () => {
  it('is sent unchanged, since every word of it counts', () => {
    expect(savedOf(listOf(40))).toBe(0)
  })

  it('is folded like any other if its answers have ordinary length', () => {
    expect(savedOf(listOf(40, CLOSING))).toBeGreaterThan(0.6)
  })

  it('is folded when it is long, but not to less than 15 %', () => {
    const saved = savedOf(listOf(300))
    expect(saved).toBeGreaterThan(0.3)
    expect(saved).toBeLessThan(0.85)
  })
})
