import { describe, expect, it } from 'vitest'
import { foldedBody } from './sent.fixture.ts'
import type { WireMessage } from './talk.fixture.ts'

const user = (content: string): WireMessage => ({ role: 'user', content })
const assistant = (content: string): WireMessage => ({ role: 'assistant', content })

/** A search for ferries and its result: fares that occur nowhere else. */
function search(id: number, rows: number): WireMessage[] {
  const ferries = Array.from({ length: rows }, (_, i) => ({
    ferry: `FRY-${id}-${i}`,
    leaves: `${6 + i}:${10 + id}`,
    fare: fareOf(id, i),
  }))
  const call = { id: `call_${id}`, type: 'function', function: { name: 'search', arguments: `{"route":${id}}` } }
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: `call_${id}`, content: JSON.stringify(ferries) },
  ]
}

const fareOf = (id: number, row: number): number => 1000 + id * 37 + row * 3

const PAST = Array.from({ length: 8 }, (_, i) => [
  user(`Which ferries go on route ${i}, and who sails them on day ${i * 3 + 1}?`),
  ...search(i, 10),
  assistant(`Ten ferries go on route ${i}; captain number ${i * 7} sails the first of them on that day.`),
]).flat()

const sentOf = (messages: readonly WireMessage[]): string => foldedBody('openai-chat', messages)

const faresOf = (id: number, rows: number) => Array.from({ length: rows }, (_, i) => String(fareOf(id, i)))
const missing = (text: string, fares: readonly string[]) =>
  fares.filter((fare) => !new RegExp(`\\b${fare}\\b`).test(text))

const RETURN_TRIP = [user('There on route 20, back on 21: what is cheapest?'), ...search(20, 10), ...search(21, 10)]
const RETURN_FARES = [...faresOf(20, 10), ...faresOf(21, 10)]

describe('records that tools return', () => {
  it('are sent whole until their question is answered', () => {
    const sent = sentOf([...PAST, ...RETURN_TRIP])
    expect(missing(sent, RETURN_FARES)).toEqual([])
    expect(missing(sent, faresOf(3, 10)).length).toBeGreaterThan(5)
  })

  it('are folded if a question needs more of them than fit, the oldest first', () => {
    const many = Array.from({ length: 12 }, (_, i) => search(30 + i, 60)).flat()
    const sent = sentOf([...PAST, user('Look at routes 30 to 41, all of them.'), ...many])
    expect(missing(sent, faresOf(30, 60)).length).toBeGreaterThan(30)
    expect(missing(sent, [...faresOf(40, 60), ...faresOf(41, 60)])).toEqual([])
  })
})

describe('tool output within a chat', () => {
  it('is sent whole until its question is answered', () => {
    const chat = Array.from({ length: 12 }, (_, i) => [
      user(`What should I see in harbour number ${i}, if I have ${i + 2} hours there and like old cranes?`),
      assistant(
        `Harbour ${i} has ${i * 3 + 2} cranes. ${`Begin at quay ${i}, walk along the rails, and look up at the jib. `.repeat(6)}`,
      ),
    ]).flat()
    const sent = sentOf([...chat, ...RETURN_TRIP])
    expect(missing(sent, RETURN_FARES)).toEqual([])
  })
})

describe('an answer that was based on tool output', () => {
  it('is sent word for word when the user chooses in a few words', () => {
    const offer = assistant(
      'Two ferries are left:\n1. **FRY-20-2**: leaves 8:30, deck 4, fare 1746\n2. **FRY-20-7**: leaves 13:30, deck 2, fare 1761\nShall I book one of them for the four of you?',
    )
    // The position of the last fold depends on earlier messages.
    for (let before = 4; before <= PAST.length; before += 4) {
      const asked = [...PAST.slice(0, before), user('What is left on route 20?'), ...search(20, 10), offer]
      for (const choice of [
        'The second one please.',
        'Let us take FRY-20-7 for my brother, Marta, Jonas and both neighbours from Elm Street.',
      ]) {
        expect(sentOf([...asked, user(choice)])).toContain('leaves 13:30, deck 2, fare 1761')
      }
    }
  })
})
