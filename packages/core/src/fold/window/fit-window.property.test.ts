import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../../conversation.ts'
import { splice } from '../../wire/splice.ts'
import { findProblem } from '../../wire/validate.ts'
import { type FoldResult, fold } from '../fold.ts'
import type { FoldState } from '../state.ts'
import { bodyOf, conversationOf, countTokens, requestsOf, talk, transcript, type WireMessage } from '../talk.fixture.ts'
import type { Transcript } from '../transcript.ts'

const RUNS = { numRuns: 6, endOnFailure: true }
/** A talk whose first answer was once kept without its question. */
const ANSWER_FIRST = { ...RUNS, seed: 507955866, path: '3' }
const WINDOW = fc.integer({ min: 120, max: 1500 })
const HEAD_TOKENS = 30
const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

interface Sent extends FoldResult {
  readonly body: string
  /** o200k tokens of all sent messages, and of all original ones. */
  readonly tokens: number
  readonly direct: number
  /** Tokens that no fold removes: instructions, the new messages, and messages that are inseparable from these. */
  readonly least: number
}

function send(format: WireFormat, request: readonly WireMessage[], window?: number, state?: FoldState): Sent {
  const conversation = conversationOf(format, request)
  const messages = transcript(conversation)
  const result = fold({ transcript: messages, state, count: countTokens, window })
  const body = splice(conversation, result.edits)
  const { messages: sent } = JSON.parse(body) as { messages: WireMessage[] }
  let newest = messages.length
  while (newest > 0 && messages.roleOf(newest - 1) !== 'assistant') newest--
  // A result follows its call, the first call follows its question, and thinking stays with the messages that it led to.
  if (newest > 0 && messages.callsOf(newest - 1).length > 0) {
    newest--
    let question = newest
    while (question > 0 && !isQuestion(messages, question)) question--
    const isThought = request.slice(question).some((message) => JSON.stringify(message).includes('"thinking"'))
    if (isThought || question === newest - 1) newest = question
  }
  let systemEnd = 0
  while (systemEnd < newest && messages.roleOf(systemEnd) === 'system') systemEnd++
  // If the request would begin with an answer, a digest says that earlier turns are omitted.
  const head = isQuestion(messages, newest) ? 0 : HEAD_TOKENS
  const least = head + tokensOf(format, [...request.slice(0, systemEnd), ...request.slice(newest)])
  return { ...result, body, tokens: tokensOf(format, sent), least, direct: tokensOf(format, request) }
}

function isQuestion(messages: Transcript, index: number): boolean {
  return messages.roleOf(index) === 'user' && messages.answersOf(index).length === 0
}

function tokensOf(format: WireFormat, messages: readonly WireMessage[]): number {
  const counted = transcript(conversationOf(format, messages))
  let tokens = 0
  for (let i = 0; i < counted.length; i++) tokens += counted.tokensOf(i)
  return tokens
}

describe.each(formats)('a request with a window on %s', (format) => {
  it('fits whenever its newest messages fit alone', () => {
    const fits = fc.property(talk(format, { min: 3, max: 22 }), WINDOW, (messages, window) => {
      let state: FoldState | undefined
      for (const request of requestsOf(messages)) {
        const sent = send(format, request, window, state)
        state = sent.state
        if (sent.least > window && sent.body === bodyOf(format, request)) continue
        expect(sent.tokens).toBeLessThanOrEqual(window)
        expect(findProblem(format, sent.body)).toBeUndefined()
      }
    })
    fc.assert(fits, RUNS)
    fc.assert(fits, ANSWER_FIRST)
  })

  it('has the same bytes in a process that has never seen the conversation', () => {
    fc.assert(
      fc.property(talk(format, { min: 3, max: 16 }), WINDOW, (messages, window) => {
        let state: FoldState | undefined
        for (const request of requestsOf(messages)) {
          const sent = send(format, request, window, state)
          state = sent.state
          expect(sent.body).toBe(send(format, request, window).body)
        }
      }),
      RUNS,
    )
  })

  it('has the same bytes after requests with other newest messages as without them', () => {
    fc.assert(
      fc.property(talk(format, { min: 3, max: 12 }), WINDOW, (messages, window) => {
        let state: FoldState | undefined
        for (const request of requestsOf(messages)) {
          const sent = send(format, request, window, state)
          expect(sent.body).toBe(send(format, request, window).body)
          const newest = request.findLastIndex(({ role }) => role === 'assistant') + 1
          const side = { role: 'user', content: 'Suggest a short title for this talk. '.repeat(12) }
          const isAnswer = request[newest]?.role === 'tool' || JSON.stringify(request[newest]).includes('tool_result')
          state = isAnswer ? sent.state : send(format, [...request.slice(0, newest), side], window, sent.state).state
        }
      }),
      RUNS,
    )
  })

  it('is the same as without a window if it fits', () => {
    fc.assert(
      fc.property(talk(format, { min: 3, max: 16 }), (messages) => {
        for (const request of requestsOf(messages)) {
          const sent = send(format, request)
          expect(send(format, request, Math.max(sent.direct, 2 * sent.tokens)).body).toBe(sent.body)
        }
      }),
      RUNS,
    )
  })
})

it('no longer limits a conversation that was too long for another model when no window is known', () => {
  const said = (sentences: number) => 'The crane of the harbour was painted again. '.repeat(sentences)
  const talk = Array.from({ length: 8 }, () => [
    { role: 'user', content: said(4) },
    { role: 'assistant', content: said(4) },
  ]).flat()
  const request = [...talk, { role: 'user', content: said(400) }]
  const refused = send('openai-chat', request, 2000)
  expect(refused.outcome).toBe('too-long')
  const accepted = send('openai-chat', request, undefined, refused.state)
  expect(accepted.outcome).not.toBe('too-long')
  expect(accepted.body).toBe(send('openai-chat', request).body)
})
