import { readdirSync, readFileSync } from 'node:fs'
import type { WireFormat } from '../../conversation.ts'
import { createMessageMemo } from '../../wire/message-memo.ts'
import { readRequest } from '../../wire/read-request.ts'
import { splice } from '../../wire/splice.ts'
import { findProblem } from '../../wire/validate.ts'
import { type FoldInput, type FoldOutcome, fold } from '../fold.ts'
import type { FoldState } from '../state.ts'
import { countTokens, sha256, transcript, type WireMessage } from '../talk.fixture.ts'

/** The final conversation of a client. Every earlier request is a prefix of its messages. */
export interface GoldenTalk {
  readonly format: WireFormat
  readonly body: { readonly messages: readonly WireMessage[]; readonly [member: string]: unknown }
}

export interface GoldenRequest {
  readonly turn: number
  readonly outcome: FoldOutcome
  readonly original: string
  readonly sent: string
}

export function talkNames(): string[] {
  return readdirSync(import.meta.dirname).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []))
}

export function readTalk(name: string): GoldenTalk {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as GoldenTalk
}

/**
 * Sends the conversation request by request with a continued fold state, as a server does. `after` runs after each fold
 * and returns the state for the next request.
 */
export function playTalk({ format, body }: GoldenTalk, after = (input: FoldInput) => input.state): GoldenRequest[] {
  const memo = createMessageMemo(64_000_000)
  const requests: GoldenRequest[] = []
  let state: FoldState | undefined
  let turn = 1
  for (const [index, { role }] of body.messages.entries()) {
    const next = body.messages[index + 1]
    if (next && next.role !== 'assistant') continue
    if (role === 'assistant') throw new Error(`Message ${index} answers no request.`)
    const original = JSON.stringify({ ...body, messages: body.messages.slice(0, index + 1) })
    const view = readRequest(original, format, { hash: sha256, memo })
    if (view.kind !== 'conversation')
      throw new Error(`The request of turn ${turn} is not a conversation: ${view.kind}.`)
    const input = { transcript: transcript(view.conversation), count: countTokens }
    const result = fold({ ...input, state })
    state = after({ ...input, state: result.state })
    const sent = splice(view.conversation, result.edits)
    const problem = findProblem(format, sent)
    if (problem !== undefined) throw new Error(`The request of turn ${turn} is invalid: ${problem}.`)
    requests.push({ turn, outcome: result.outcome, original, sent })
    turn++
  }
  return requests
}
