import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import type { FoldState } from './state.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from './talk.fixture.ts'
import type { Transcript } from './transcript.ts'

const TRADES = 'cooper farrier glazier saddler chandler thatcher wainwright fletcher tanner weaver miller mason'.split(
  ' ',
)
const PLACES = 'Aldbourne Brecon Callander Dunster Eyam Fowey Glossop Hawes Ilkley Jarrow Kelso Ludlow'.split(' ')
const WARES = 'barrels horseshoes windows bridles candles roofs carts arrows hides shawls flour walls'.split(' ')

/** Long, distinct messages. */
function messagesOf(exchanges: number): WireMessage[] {
  const messages: WireMessage[] = []
  const sentence = (n: number) => {
    const [trade, place, ware] = [TRADES, PLACES, WARES].map((list, step) => list[(n * (2 * step + 1)) % list.length]!)
    return `In ${1400 + (n % 500)} the ${trade} of ${place} sold ${n * 37} ${ware} to the ${trade}s of the next town.`
  }
  const text = (n: number) => Array.from({ length: 14 }, (_, place) => sentence(14 * n + place)).join(' ')
  for (let n = 0; n < exchanges; n++) {
    messages.push({ role: 'user', content: `${text(2 * n)} Is that right?` })
    messages.push({ role: 'assistant', content: `It is. ${text(2 * n + 1)}` })
  }
  return messages
}

/** The transcript, and a count of the characters that were read from it. */
function watched(source: Transcript): { readonly transcript: Transcript; readonly charactersRead: () => number } {
  let characters = 0
  return {
    transcript: {
      ...source,
      get length() {
        return source.length
      },
      piecesOf(index) {
        const pieces = source.piecesOf(index)
        for (const { text } of pieces) characters += text.length
        return pieces
      },
    },
    charactersRead: () => characters,
  }
}

describe('the next turn of a long conversation', () => {
  it('reads little of the earlier messages, however long the conversation is', () => {
    const messages = messagesOf(120)
    let state: FoldState | undefined
    const exchangesRead: number[] = []
    for (let end = 1; end < messages.length; end += 2) {
      const soFar = messages.slice(0, end)
      const { transcript: source, charactersRead } = watched(transcript(conversationOf('openai-chat', soFar)))
      state = fold({ transcript: source, state, count: countTokens }).state
      const newest = soFar.slice(-2).reduce((sum, { content }) => sum + String(content).length, 0)
      exchangesRead.push(charactersRead() / newest)
    }
    expect(state?.digests.length).toBeGreaterThan(10)
    // Folded messages are read more than once: as candidates, for their lead-ins, for pins, for recalls, and for the prompt of a
    // terminal. The messages before each one are read for its language.
    const mean = exchangesRead.reduce((sum, read) => sum + read, 0) / exchangesRead.length
    expect(mean).toBeLessThan(10)
    // A fold reads the messages that it folds, a share of the history, for their language and for their statements.
    expect(Math.max(...exchangesRead.slice(10))).toBeLessThan(28)
  })
})
