import { describe, expect, it } from 'vitest'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'

const TRADES = 'cooper farrier glazier saddler chandler thatcher wainwright fletcher tanner weaver'.split(' ')
const PICTURE = `data:image/png;base64,${'A'.repeat(400)}`

/** A talk about trades. In turn `pictured` the user shows a picture. */
function talk(turns: number, pictured = -1): WireMessage[] {
  return Array.from({ length: turns }, (_, turn): WireMessage[] => {
    const trade = `${TRADES[turn % TRADES.length]} of row ${turn * 7}`
    const question = `What did the ${trade} sell in ${1500 + turn * 3}, and to whom did he owe money then?`
    const answer = `The ${trade} sold ${turn * 31} pieces to Ansgar ${turn}, and owed ${turn * 13} marks to the guild of the town.`
    const shown = [
      { type: 'text', text: question },
      { type: 'image_url', image_url: { url: PICTURE } },
    ]
    return [
      { role: 'user', content: turn === pictured ? shown : question },
      { role: 'assistant', content: answer },
    ]
  }).flat()
}

/** The messages of the last request, after all earlier ones were sent. */
function sentOf(messages: readonly WireMessage[]): string[] {
  let state: ReturnType<typeof fold>['state'] | undefined
  let sent = ''
  for (const request of requestsOf(messages)) {
    const conversation = conversationOf('openai-chat', request)
    const result = fold({ transcript: transcript(conversation), state, count: countTokens })
    state = result.state
    sent = splice(conversation, result.edits)
  }
  return (JSON.parse(sent) as { messages: WireMessage[] }).messages.map(({ content }) => JSON.stringify(content))
}

describe('adjacent digests', () => {
  it('are one record under one preamble, with a line for each message', () => {
    const records = sentOf(talk(40)).filter((content) => /^"\[Record/.test(content))
    expect(records).toHaveLength(1)
    expect(records[0]!.match(/\[Record/g)).toHaveLength(1)
    expect(records[0]!.match(/\\n\d+[UA] /g)!.length).toBeGreaterThan(10)
  })

  it('have a preamble each if a message comes between them', () => {
    const sent = sentOf(talk(40, 12))
    const records = sent.flatMap((content, place) => (/^"\[Record/.test(content) ? place : []))
    const picture = sent.findIndex((content) => content.includes('image_url'))
    expect(records).toHaveLength(2)
    expect(records[0]).toBeLessThan(picture)
    expect(records[1]).toBeGreaterThan(picture)
    expect(sent[records[1]!]).toMatch(/^"\[Record\]\\n\d+[UA] /)
  })
})
