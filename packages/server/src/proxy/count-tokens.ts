import {
  type Conversation,
  countedTextsOf,
  countRequest,
  createPartCounter,
  DEFAULT_POLICY,
  type EncodingName,
  encodingOf,
  type Hash,
  loadEncoding,
  type Message,
  type TokenMemo,
  tokenKeyOf,
  tokenProfileOf,
  turnOf,
} from '@pleat/core'
import type { Log, TokenWorker } from '../ports.ts'
import type { Counters } from './counters.ts'
import type { View } from './view.ts'

export interface TokenDeps {
  readonly hash: Hash
  readonly tokenMemo: TokenMemo
  readonly tokenWorker: TokenWorker
  readonly log: Log
  readonly counters: Counters
}

/** Uncounted text of a request above this is counted in the worker, in UTF-16 units: below, the trip costs more. */
const MAX_COUNTED_HERE = 256 * 1024
/** Of a body that nobody here can read. */
const CHARACTERS_PER_TOKEN = 4

/** Whether the fold may ask for the tokens of this request: then they are counted before it, long texts in the worker. */
export function mayBeFolded(view: View): boolean {
  return view.kind === 'conversation' && turnOf(view.conversation) >= DEFAULT_POLICY.firstTurn
}

/**
 * Raw input tokens of a request before any calibration: exact where it can be read, else a guess by its length. Never
 * rejects: figures are not worth an answer.
 */
export async function countTokens(deps: TokenDeps, view: View, body: Buffer): Promise<number> {
  if (view.kind === 'opaque') return guessTokens(body)
  try {
    return await countConversation(deps, view.conversation)
  } catch (error) {
    deps.counters.add('count_failed')
    deps.log.error({ error }, 'The tokens of a request could not be counted; they are guessed.')
    return guessTokens(body)
  }
}

function guessTokens(body: Buffer): number {
  return Math.ceil(body.length / CHARACTERS_PER_TOKEN)
}

async function countConversation(deps: TokenDeps, conversation: Conversation): Promise<number> {
  const profile = tokenProfileOf(conversation.model, conversation.format)
  // The other encoding is a second table of some megabytes: the first request that needs it waits for it, once.
  if (encodingOf(profile.encoding).name !== profile.encoding) await loadEncoding(profile.encoding)
  if (conversation.body.length >= MAX_COUNTED_HERE) {
    // The fold decides in o200k, whatever the model counts in.
    for (const name of new Set<EncodingName>([encodingOf(profile.encoding).name, 'o200k'])) {
      await countLongTexts(deps, conversation, name)
    }
  }
  const counter = createPartCounter(encodingOf(profile.encoding), deps.tokenMemo, deps.hash)
  return countRequest(conversation, profile, counter).total
}

/** Has the worker count what nobody counted yet, when that is so much that other requests would feel it. */
async function countLongTexts(deps: TokenDeps, conversation: Conversation, name: EncodingName): Promise<void> {
  const { tokenWorker, tokenMemo } = deps
  const uncounted = conversation.messages.filter(
    ({ shape }) => tokenMemo.get(tokenKeyOf(name, shape.key)) === undefined,
  )
  if (lengthOf(uncounted) < MAX_COUNTED_HERE) return
  const parts = uncounted.map((message) => ({ message, ...countedTextsOf(conversation, message) }))
  try {
    const counts = await tokenWorker.count(
      parts.flatMap(({ texts }) => texts),
      name,
    )
    let next = 0
    for (const { message, texts, estimate } of parts) {
      const tokens = counts.slice(next, next + texts.length).reduce((sum, count) => sum + count, estimate)
      next += texts.length
      tokenMemo.set(tokenKeyOf(name, message.shape.key), tokens)
    }
  } catch (error) {
    deps.log.warn({ error }, 'The token worker failed; the texts are counted here.')
  }
}

function lengthOf(messages: readonly Message[]): number {
  return messages.reduce((sum, { start, end }) => sum + end - start, 0)
}
