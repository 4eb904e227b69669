import { describe, expect, it } from 'vitest'
import { fold } from '../../fold.ts'
import { unindented } from '../../record/read-record.fixture.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../../talk.fixture.ts'
import { recallAfterTurns } from './tool-session.fixture.ts'

const PAGES = [
  'Welcome to the boat yard of Tarn. The slipway is closed on Mondays. Dogs have to be on a lead.',
  'Moorings. A berth of nine metres costs 38 a night. Payment at the office, no cards.',
  'Workshop. The crane lifts four tonnes at most. It is served by Ines, who is away in March. {"crane": 1,',
  'Weather. Westerly, four to five, later six. Rain after noon.',
]
/** Sentences about other things, so that a digest has no room for all of a page. */
function chronicle(place: number): string {
  const years = Array.from({ length: 24 }, (_, year) => 24 * place + year)
  return years
    .map((year) => `In year ${year} the keeper lost ${year % 7} nets and a lantern near buoy ${year}.`)
    .join(' ')
}

/** The recall of a question after each page was opened by a tool, and talked about. */
function recallFor(
  question: string,
  wire: 'openai-chat' | 'anthropic-messages' = 'openai-chat',
  lastAnswer = 'I have read it, and keep it in mind for the trip.',
): string {
  const texts = Array.from(
    { length: 12 },
    (_, place) => `${chronicle(place)} ${PAGES[place] ?? ''} ${chronicle(place + 50)}`,
  )
  const messages = texts.flatMap((page, place): WireMessage[] => {
    const id = `c${place}`
    const asked: WireMessage = { role: 'user', content: `Open page ${place + 1} of the yard, please.` }
    const answer: WireMessage = {
      role: 'assistant',
      content: place === texts.length - 1 ? lastAnswer : 'I have read it, and keep it in mind for the trip.',
    }
    if (wire === 'openai-chat') {
      const call = { id, type: 'function', function: { name: 'open', arguments: '{}' } }
      const result: WireMessage = { role: 'tool', tool_call_id: id, content: page }
      return [asked, { role: 'assistant', content: null, tool_calls: [call] }, result, answer]
    }
    const use = { type: 'tool_use', id, name: 'open', input: {} }
    const result = { type: 'tool_result', tool_use_id: id, content: page }
    return [asked, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }, answer]
  })
  const conversation = conversationOf(wire, [...messages, { role: 'user', content: question }])
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'recall' ? [unindented(edit.text)] : [])).join('\n')
}

describe('a question about the output of a tool', () => {
  it('gets the sentence, attributed to the tool', () => {
    expect(recallFor('How many tonnes does the crane lift?')).toMatch(/^\d+T .*The crane lifts four tonnes at most\./m)
  })

  it('gets the sentence, attributed to the tool, if the result is in a message of the user', () => {
    const recall = recallFor('How many tonnes does the crane lift?', 'anthropic-messages')
    expect(recall).toMatch(/^\d+T .*The crane lifts four tonnes at most\./m)
    expect(recall).not.toMatch(/^\d+U .*crane lifts/m)
  })

  it('gets the lines next to the matching one within the room, in the order of the output', () => {
    const recall = recallFor('How many tonnes does the crane lift?')
    expect(recall).toMatch(
      /Workshop\.; The crane lifts four tonnes at most\.; It is served by Ines, who is away in March\./,
    )
  })

  it('gets no sentence of an output without a word of the question', () => {
    expect(recallFor('How many tonnes does the crane lift?')).not.toContain('Rain after noon')
  })

  it('gets no output if it is about something else', () => {
    expect(recallFor('Who wrote the Divine Comedy?')).not.toMatch(/^\d+T /m)
  })

  it('gets the only line with one of its words, although no line has the others', () => {
    expect(recallFor('Could I settle the bill with a card, or would that be a nuisance to anybody?')).toMatch(
      /^\d+T .*Payment at the office, no cards\./m,
    )
  })

  it('gets no line for a word that the last answer contains', () => {
    const question = 'Could I settle the bill with a card, or would that be a nuisance to anybody?'
    expect(recallFor(question, 'openai-chat', 'My own card is in the drawer.')).not.toContain('Payment at the office')
  })
})

/** The recall of a question after a tool returned these results, and much else. */
function recallAfter(results: readonly string[], question: string): string {
  const texts = [...results, ...Array.from({ length: 10 }, (_, place) => chronicle(place))]
  const turns = texts.map((result, place) => ({
    asked: `Open file ${place + 1} of the archive, please.`,
    tool: 'open',
    result,
    answer: 'I have read it, and keep it in mind for the trip.',
  }))
  return recallAfterTurns(turns, question)
}

const FILLING = Array.from({ length: 24 }, (_, year) => `Lantern ${year} was lost near buoy ${2 * year}.`)

describe('a question about one of many similar lines', () => {
  const EVENTS = [
    '{"start": "2026-02-16T09:00", "bay": 2, "title": "work"}',
    '{"start": "2026-02-21T10:00", "bay": 4, "title": "collect the hire van, ref HV-307"}',
    '{"start": "2026-02-23T18:00", "bay": 1, "title": "five-a-side"}',
  ]

  it('gets the record that it names, although later records give the same key another value', () => {
    const later = [
      '{"start": "2026-03-02T09:00", "bay": 9, "title": "work at the depot, all morning long"}',
      ...FILLING,
    ].join('\n')
    expect(recallAfter([[...FILLING, ...EVENTS].join('\n'), later], 'When do I collect the hire van?')).toContain(
      '"bay": 4, "title": "collect the hire van',
    )
  })

  it('gets no line with a value that later output about the same thing replaces', () => {
    const table = (day: number) => [...FILLING, `parcel HV-30718: delivery of the hire van on day ${day}`].join('\n')
    const recall = recallAfter([table(12), table(14)], 'On which day is the delivery of the hire van?')
    expect(recall).toContain('on day 14')
    expect(recall).not.toContain('on day 12')
  })

  it('gets one line of a log that repeats an event', () => {
    const log = Array.from({ length: 12 }, (_, minute) => `10:${10 + minute} crane snapshot loaded, ${minute} crates`)
    const recall = recallAfter(
      [[...FILLING, ...log, 'The crane is served by Ines.'].join('\n')],
      'Who serves the crane?',
    )
    expect(recall.match(/crane snapshot loaded/g)).toHaveLength(1)
  })
})
