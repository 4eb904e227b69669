import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from './talk.fixture.ts'

const ROOMS = 'harbour|school|bakery|glasshouse|ferry|garden|bridge|archive|mill|chapel|foundry|orchard'.split('|')

/** A chat whose answers all say something else, behind system text of some length. */
function chat(turns: number, systemSentences: number): WireMessage[] {
  const system = Array.from({ length: systemSentences }, (_, i) => `Rule ${i} is to answer briefly and politely.`)
  const messages: WireMessage[] = [{ role: 'system', content: system.join(' ') }]
  for (let i = 0; i < turns; i++) {
    const place = ROOMS[i % ROOMS.length]
    const answer = [1, 2, 3].map(
      (k) =>
        `Clerk ${i * 7 + k} of the ${place} counted ${i * 131 + k * 17} crates on ${k + 3} March and sent ${i + k} on.`,
    )
    messages.push(
      { role: 'user', content: `What happened at the ${place} in week ${i}, and who was there with Ansgar ${i * 3}?` },
      { role: 'assistant', content: answer.join(' ') },
    )
  }
  return messages
}

/** Tokens of all digests after each turn. */
function digestsOf(messages: readonly WireMessage[]): number[] {
  let state: ReturnType<typeof fold>['state'] | undefined
  return requestsOf(messages).map((request) => {
    const conversation = conversationOf('openai-chat', request)
    state = fold({ transcript: transcript(conversation), state, count: countTokens }).state
    return state.digestTokens
  })
}

/** Turns at which the digests are longer than they have to be before they are filled, and not yet cached. */
const nearlyCached = (sizes: readonly number[]): number =>
  sizes.filter((tokens) => tokens > 740 && tokens < 1024).length

describe('room of the digests', () => {
  it('is filled up to what providers cache once it is near that', () => {
    const filled = digestsOf(chat(90, 1))
    // Behind system text that is cached by itself there is nothing to fill up to.
    const ordinary = digestsOf(chat(90, 120))
    expect(filled.at(-1)).toBeGreaterThan(1024)
    expect(ordinary.at(-1)).toBeGreaterThan(1024)
    expect(nearlyCached(filled)).toBeLessThan(0.8 * nearlyCached(ordinary))
  })
})
