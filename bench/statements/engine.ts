import {
  createMessageMemo,
  createPartCounter,
  createTokenMemo,
  DEFAULT_POLICY,
  encodingOf,
  type FoldState,
  findProblem,
  fold,
  type Policy,
  readRequest,
  splice,
  transcriptOf,
} from '@pleat/core'
import { shortSha256 } from '../../packages/server/src/adapters/sha256.ts'
import { loadStaticVectors } from '../../packages/server/src/adapters/static-vectors-file.ts'
import type { WireMessage } from '../quality/recordings.ts'
import { bodyOf } from '../quality/twin.ts'
import type { Talk } from './talk.ts'
import { textsOf } from './wire.ts'

const FORMATS = { openai: 'openai-chat', anthropic: 'anthropic-messages' } as const
const MAX_KNOWN = 100_000
const TOKENS_BESIDE_TEXT = 4

/**
 * Shortens the requests of one conversation, in their order. Each request continues with the fold state of the previous one.
 */
export type Session = (messages: readonly WireMessage[]) => readonly WireMessage[]

/**
 * Opens sessions that call the core like the proxy, from body to body.
 * @returns a function that throws an {@link Error} if the core cannot read a body or splices an invalid one.
 */
export function createEngine(policy: Policy = DEFAULT_POLICY): (wire: Talk['wire']) => Session {
  const memo = createMessageMemo(MAX_KNOWN)
  const counter = createPartCounter(encodingOf('o200k'), createTokenMemo(MAX_KNOWN), shortSha256)
  const vectors = loadStaticVectors()
  const count = (text: string) => encodingOf('o200k').count(text)
  return (wire) => {
    let state: FoldState | undefined
    return (messages) => {
      const body = JSON.stringify(bodyOf(wire, messages))
      const view = readRequest(body, FORMATS[wire], { hash: shortSha256, memo })
      if (view.kind !== 'conversation') throw new Error(`The core cannot read the conversation: ${view.kind}.`)
      const { conversation } = view
      if (conversation.bypass !== undefined) return messages
      const transcript = transcriptOf(conversation, (message) => counter.countMessage(conversation, message))
      const result = fold({ transcript, state, policy, count, vectors })
      state = result.state
      if (result.edits.length === 0) return messages
      const text = splice(conversation, result.edits)
      const problem = findProblem(conversation.format, text)
      if (problem !== undefined) throw new Error(`The spliced body is invalid: ${problem}.`)
      return messagesIn(text)
    }
  }
}

function messagesIn(body: string): readonly WireMessage[] {
  const { system, messages } = JSON.parse(body) as { system?: string; messages: readonly WireMessage[] }
  return system === undefined ? messages : [{ role: 'system', content: system }, ...messages]
}

/** Tokens of the messages' texts, and four for each message. */
export function tokensOf(messages: readonly WireMessage[]): number {
  const encoding = encodingOf('o200k')
  const texts = messages.flatMap((message) => textsOf(message))
  return messages.length * TOKENS_BESIDE_TEXT + texts.reduce((sum, { text }) => sum + encoding.count(text), 0)
}
