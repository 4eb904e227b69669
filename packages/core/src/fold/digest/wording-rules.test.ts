import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'

const PLACES = 'harbour|school|bakery|glasshouse|ferry|garden|bridge|archive|mill|chapel'.split('|')

function digestsOf(messages: readonly WireMessage[]): string {
  let state: ReturnType<typeof fold>['state'] | undefined
  for (const request of requestsOf(messages)) {
    const conversation = conversationOf('openai-chat', request)
    state = fold({ transcript: transcript(conversation), state, count: countTokens }).state
  }
  return state!.digests.map(({ text }) => text).join('\n')
}

/** Turns with one sentence of the user and an answer of `sentences` sentences. */
function talk(
  turns: number,
  sentences: number,
  said: string,
  { ask = 'Tell me', who = 'Gregor Marten weighs' } = {},
): WireMessage[] {
  return Array.from({ length: turns }, (_, i): WireMessage[] => {
    const place = PLACES[i % PLACES.length]
    const answer = Array.from(
      { length: sentences },
      (_, k) => `Step ${k} for the ${place} in part ${i}: ${who} ${k * 17 + i} crates before noon.`,
    )
    return [
      { role: 'user', content: i === 6 ? said : `${ask} about the ${place} in part ${i}.` },
      { role: 'assistant', content: answer.join(' ') },
    ]
  }).flat()
}

const SAID = 'thanks, that sounds good, i guess we should tell them about the garden before part six'

describe("a user's statement next to long answers", () => {
  it('keeps every content word in the digest, however common and little salient it is', () => {
    const digests = digestsOf(talk(24, 30, SAID))
    expect(digests).toMatch(/^7U .*sounds.*guess.*should tell.*garden before part six/m)
    const asked = digests.match(/^\d+U .*Tell.* (?:harbour|school|bakery|mill)/gm) ?? []
    expect(asked.length).toBeGreaterThanOrEqual(6)
  })

  it('weighs no more than other text if the other side speaks of itself, as people do', () => {
    // With figures, the statement would be sent beyond the budget of its digest.
    const ask =
      'Gregor Marten and I weighed the crates from Porto in March, and Anselm Rohde sold them to the mill in Lagos, so tell me'
    const kept = /^7U .*sounds.*guess.*should tell.*garden before part six/m
    expect(digestsOf(talk(24, 1, SAID, { ask, who: 'I weigh' }))).not.toMatch(kept)
    expect(digestsOf(talk(24, 1, SAID, { ask }))).toMatch(kept)
  })

  it('leaves room for the answers if the user pastes long texts', () => {
    const pasted = Array.from({ length: 60 }, (_, k) => `Row ${k}: warehouse ${k * 31} holds barrels of Anselm.`).join(
      '\n',
    )
    expect(digestsOf(talk(24, 40, pasted))).toMatch(/^\d+A .*Gregor Marten/m)
  })
})
