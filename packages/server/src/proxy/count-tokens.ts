import {
  type Conversation,
  countedTextsOf,
  countRequest,
  createPartCounter,
  DEFAULT_POLICY,
  type EncodingName,
  encodingOf,
  type Hash,
  keepCount,
  knownCount,
  loadEncoding,
  type Message,
  type TokenMemo,
  type TokenProfile,
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
 * rejects or throws: figures are not worth an answer.
 */
export function countTokens(deps: TokenDeps, view: View, body: Buffer): Promise<number> | number {
  if (view.kind === 'opaque') return guessTokens(body)
  const guess = (error: unknown): number => {
    deps.counters.add('count_failed')
    deps.log.error({ error }, 'The tokens of a request could not be counted; they are guessed.')
    return guessTokens(body)
  }
  try {
    const counted = countConversation(deps, view.conversation)
    return typeof counted === 'number' ? counted : counted.catch(guess)
  } catch (error) {
    return guess(error)
  }
}

function guessTokens(body: Buffer): number {
  return Math.ceil(body.length / CHARACTERS_PER_TOKEN)
}

/** At once when nothing has to be loaded and there is little to count. */
function countConversation(deps: TokenDeps, conversation: Conversation): Promise<number> | number {
  const profile = tokenProfileOf(conversation.model, conversation.format)
  const isLoaded = encodingOf(profile.encoding).name === profile.encoding
  if (isLoaded && conversation.body.length < MAX_COUNTED_HERE) return countHere(deps, conversation, profile)
  return prepareCounting(deps, conversation, profile).then(() => countHere(deps, conversation, profile))
}

function countHere(deps: TokenDeps, conversation: Conversation, profile: TokenProfile): number {
  const counter = createPartCounter(encodingOf(profile.encoding), deps.tokenMemo, deps.hash)
  return countRequest(conversation, profile, counter).total
}

async function prepareCounting(deps: TokenDeps, conversation: Conversation, profile: TokenProfile): Promise<void> {
  // The other encoding is a second table of some megabytes: the first request that needs it waits for it, once.
  if (encodingOf(profile.encoding).name !== profile.encoding) await loadEncoding(profile.encoding)
  if (conversation.body.length >= MAX_COUNTED_HERE) {
    // The fold decides in o200k, whatever the model counts in.
    for (const name of new Set<EncodingName>([encodingOf(profile.encoding).name, 'o200k'])) {
      await countLongTexts(deps, conversation, name)
    }
  }
}

/** Has the worker count what nobody counted yet, when that is so much that other requests would feel it. */
async function countLongTexts(deps: TokenDeps, conversation: Conversation, name: EncodingName): Promise<void> {
  const { tokenWorker, tokenMemo } = deps
  const uncounted = conversation.messages.filter(({ shape }) => knownCount(tokenMemo, name, shape) === undefined)
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
      keepCount(tokenMemo, name, message.shape, tokens)
    }
  } catch (error) {
    deps.log.warn({ error }, 'The token worker failed; the texts are counted here.')
  }
}

function lengthOf(messages: readonly Message[]): number {
  return messages.reduce((sum, { start, end }) => sum + end - start, 0)
}
