import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { talk } from '../../packages/server/test/transcripts.ts'
import type { Conversation } from './conversations.ts'
import { NODE_HEADER } from './haproxy.ts'
import { CALL_HEADER } from './provider.ts'
import { runTogether } from './run-together.ts'

/** A client with its own key. It replays conversations one after another. */
export interface Lane {
  readonly keyId: string
  readonly key: string
}

/** One call that was answered eventually. */
export interface Answered {
  readonly lane: Lane
  /** `<conversation> <run> <turn>` of a chat, the idempotency key of a transcript. */
  readonly call: string
  readonly node: string | undefined
  readonly at: number
}

/** An attempt that failed. */
export interface Failure {
  readonly call: string
  readonly at: number
  /** `cut`: a broken connection or an error of the load balancer itself. Otherwise the status and the body of a node. */
  readonly kind: 'cut' | 'answered'
  readonly text: string
}

export interface LoadResult {
  readonly chats: Answered[]
  readonly transcripts: (Answered & { readonly feeMicroCents: number })[]
  readonly failures: Failure[]
  /** Calls that were abandoned. */
  readonly givenUp: string[]
}

export interface LoadOptions {
  readonly url: string
  readonly lanes: readonly Lane[]
  readonly conversations: readonly Conversation[]
  /** Conversations are replayed again while this returns true. Undefined: each is replayed once. */
  readonly repeatWhile?: () => boolean
  /** Sends no further request when it is aborted, and rejects. */
  readonly signal?: AbortSignal
  /** Attempts of a call before it is abandoned (default 200). */
  readonly maxAttempts?: number
}

/** Chats of a lane for each of its transcripts. */
const CHATS_PER_TRANSCRIPT = 8
const RETRY_MS = 100
const DEFAULT_MAX_ATTEMPTS = 200
const PATHS = { openai: '/v1/chat/completions', anthropic: '/v1/messages' } as const

/** Replays conversations, one at a time in each lane, with transcripts in between. A failed call is sent again. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { url, lanes, conversations, repeatWhile, signal, maxAttempts = DEFAULT_MAX_ATTEMPTS } = options
  const result: LoadResult = { chats: [], transcripts: [], failures: [], givenUp: [] }
  const agent = new Agent({ connections: lanes.length, headersTimeout: 120_000, bodyTimeout: 120_000 })
  let next = 0
  const take = (): { conversation: Conversation; run: number } | undefined => {
    const run = Math.floor(next / conversations.length)
    if (repeatWhile === undefined ? run > 0 : run > 0 && !repeatWhile()) return undefined
    return { conversation: conversations[next++ % conversations.length]!, run }
  }
  const play = async (lane: Lane, send: Sender): Promise<void> => {
    let chats = 0
    for (let taken = take(); taken; taken = take()) {
      const { conversation, run } = taken
      for (let turn = 0; turn < conversation.turns; turn++) {
        if (repeatWhile && run > 0 && !repeatWhile()) return
        const call = `${conversation.name} ${run} ${turn}`
        const headers = conversation.hasId ? { 'x-session-id': `${conversation.name}-${run}` } : {}
        const path = PATHS[conversation.wire]
        const answer = await send(lane, { call, path, headers, body: conversation.bodyAt(turn) })
        if (answer) result.chats.push(answer.answered)
        if (++chats % CHATS_PER_TRANSCRIPT > 0) continue
        const transcript = await sendTranscript(send, lane, chats / CHATS_PER_TRANSCRIPT)
        if (transcript) result.transcripts.push(transcript)
      }
    }
  }
  const tasks = lanes.map(
    (lane) => (ending: AbortSignal) => play(lane, createSender({ url, agent, result, maxAttempts, signal: ending })),
  )
  await runTogether(tasks, signal).finally(() => agent.close())
  return result
}

/** Sends transcript `number` of a lane. Its idempotency key is that of no other transcript, answered or not. */
async function sendTranscript(
  send: Sender,
  lane: Lane,
  number: number,
): Promise<LoadResult['transcripts'][number] | undefined> {
  const call = `transcript ${lane.keyId} ${number}`
  const body = JSON.stringify({ messages: talk(10 + (number % 7)), model_hint: 'claude-opus-5-5' })
  const answer = await send(lane, { call, path: '/v1/tul1', headers: { 'idempotency-key': call }, body })
  if (!answer) return undefined
  const { fee_cents: cents } = JSON.parse(answer.text) as { fee_cents: number }
  return { ...answer.answered, feeMicroCents: Math.round(cents * 1_000_000) }
}

interface Call {
  readonly call: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Sender = (lane: Lane, call: Call) => Promise<{ readonly answered: Answered; readonly text: string } | undefined>

interface SenderOptions extends Required<Pick<LoadOptions, 'url' | 'maxAttempts' | 'signal'>> {
  readonly agent: Agent
  readonly result: LoadResult
}

function createSender({ url, agent, result: { failures, givenUp }, maxAttempts, signal }: SenderOptions): Sender {
  return async (lane, { call, path, headers, body }) => {
    const all = {
      ...headers,
      authorization: `Bearer ${lane.key}`,
      'content-type': 'application/json',
      [CALL_HEADER]: call,
    }
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const fail = (kind: Failure['kind'], text: string) =>
        failures.push({ call, at: performance.now(), kind, text: text.slice(0, 200) })
      try {
        const options = { method: 'POST', headers: all, body, dispatcher: agent, signal } as const
        const response = await request(`${url}${path}`, options)
        const text = await response.body.text()
        const node = response.headers[NODE_HEADER] as string | undefined
        const isFromBalancer = response.headers['x-ratelimit-limit'] === undefined
        if (response.statusCode === 200) return { answered: { lane, call, node, at: performance.now() }, text }
        fail(isFromBalancer ? 'cut' : 'answered', `${response.statusCode} ${text}`)
      } catch (error) {
        fail('cut', (error as Error).message)
      }
      await sleep(RETRY_MS, undefined, { signal })
    }
    givenUp.push(call)
    return undefined
  }
}
