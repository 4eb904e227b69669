import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Caching } from '../../caching.ts'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, plainTalk, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'

const FORMAT = 'openai-chat'
const CACHING: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

function send(request: readonly WireMessage[], state?: FoldState) {
  const conversation = conversationOf(FORMAT, request)
  const folded = fold({ transcript: transcript(conversation), state, count: countTokens, caching: CACHING })
  return { body: splice(conversation, folded.edits), state: folded.state }
}

it('sends the same bytes from a process that has never seen the conversation when the newest message is edited', () => {
  const words = fc.integer({ min: 1, max: 500 })
  fc.assert(
    fc.property(plainTalk(FORMAT, { min: 6, max: 16 }), words, (messages, length) => {
      let state: FoldState | undefined
      for (const request of requestsOf(messages)) {
        state = send(request, state).state
        const edited = [...request.slice(0, -1), { role: 'user', content: 'quay '.repeat(length) }]
        // The edited request uses the state of the unedited one.
        expect(send(edited, state).body).toBe(send(edited).body)
        state = send(request).state
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

it('sends the same bytes after requests with other newest messages as without them', () => {
  const words = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(plainTalk(FORMAT, { min: 6, max: 16 }), words, (messages, lengths) => {
      let state: FoldState | undefined
      for (const [index, request] of requestsOf(messages).entries()) {
        const sent = send(request, state)
        expect(sent.body).toBe(send(request).body)
        const side = { role: 'user', content: 'quay '.repeat(lengths[index % lengths.length]!) }
        state = send([...request.slice(0, -1), side], sent.state).state
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

it('keeps its state when long instructions contain the time', () => {
  const instructions = (turn: number): WireMessage => ({
    role: 'system',
    content: `${'Answer in short sentences. '.repeat(300)}It is ${10 + turn}:00.`,
  })
  let state: FoldState | undefined
  for (let turn = 0; turn < 9; turn++) {
    const talk = Array.from({ length: turn }, (_, i) => [
      { role: 'user', content: `Question ${i}?` },
      { role: 'assistant', content: `Answer ${i}.` },
    ]).flat()
    const before = state
    state = send([instructions(turn), ...talk, { role: 'user', content: `Question ${turn}?` }], state).state
    if (turn > 4) expect(state).toBe(before)
  }
})

it('sends everything unfolded from the request on that makes the conversation long enough to be cached', () => {
  const said = (tokens: number) => 'quay '.repeat(tokens)
  const messages: WireMessage[] = []
  for (let turn = 0; turn < 8; turn++) {
    messages.push({ role: 'user', content: said(40) }, { role: 'assistant', content: said(40) })
  }
  const short = [...messages, { role: 'user', content: said(20) }]
  const long = [...messages, { role: 'user', content: said(600) }]
  const messagesIn = (body: string) => (JSON.parse(body) as { messages: unknown[] }).messages.length
  expect(messagesIn(send(short).body)).toBeLessThan(short.length)
  expect(messagesIn(send(long).body)).toBe(long.length)
})
