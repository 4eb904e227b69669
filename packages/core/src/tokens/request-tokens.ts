import type { Conversation, Message, Span } from '../conversation.ts'
import type { Hash } from '../hash.ts'
import { findOrAdd } from '../maps.ts'
import type { Encoding, EncodingName } from './encoding.ts'
import { keepCount, knownCount } from './message-counts.ts'
import { mediaTokens, textsOfMessage } from './message-texts.ts'
import type { TokenProfile } from './model-tokens.ts'
import type { TokenMemo } from './token-memo.ts'

/** Raw counts of one request, before any factor. */
export interface RequestTokens {
  /** System text, tools and other pinned values, with the tokens of the request itself. */
  readonly pinned: number
  /** Tokens of each message, including its frame, in order. */
  readonly messages: readonly number[]
  readonly total: number
}

/** Counts the parts of a request. A counter may cache its results. */
export interface PartCounter {
  /** The encoding of the counts. */
  readonly encoding: EncodingName
  /** Tokens of a message without its frame. */
  countMessage(conversation: Conversation, message: Message): number
  countPinned(conversation: Conversation, span: Span): number
  countText(text: string): number
}

/** Schemas are rendered more compactly for the model than as JSON. */
const SCHEMA_SHARE = 0.7

/** Tokens of one message without its frame. */
export function messageTokens(conversation: Conversation, message: Message, encoding: Encoding): number {
  let tokens = mediaTokens(conversation, message)
  for (const text of textsOfMessage(conversation, message)) tokens += encoding.count(text)
  return tokens
}

/** Tokens of one pinned value: text in full, anything else, such as tools, as a share of its JSON. */
export function pinnedTokens(conversation: Conversation, span: Span, encoding: Encoding): number {
  const raw = conversation.body.slice(span.start, span.end)
  const texts = textsOf(JSON.parse(raw))
  if (texts === undefined) return Math.round(SCHEMA_SHARE * encoding.count(raw))
  let tokens = 0
  for (const text of texts) tokens += encoding.count(text)
  return tokens
}

/** Number of messages of a first request, including the instructions. Most conversations have no second request. */
const FIRST_REQUEST_MESSAGES = 2
/** Length in positions of the body below which counting a message again is faster than caching its count. */
const UNCACHED_LENGTH = 2048

/** True if the count of `message` is unlikely to be needed again. */
function isPassing({ messages }: Conversation, message: Message): boolean {
  const isNewest = message === messages.at(-1)
  return isNewest && messages.length <= FIRST_REQUEST_MESSAGES && message.end - message.start < UNCACHED_LENGTH
}

/**
 * A counter with a cache: messages by their key, pinned values by the hash of their JSON. A short first message is not cached
 * until the conversation continues.
 */
export function createPartCounter(encoding: Encoding, memo: TokenMemo, hash: Hash): PartCounter {
  return {
    encoding: encoding.name,
    countMessage(conversation, message) {
      if (isPassing(conversation, message)) return messageTokens(conversation, message, encoding)
      const known = knownCount(memo, encoding.name, message.shape)
      if (known !== undefined) return known
      const tokens = messageTokens(conversation, message, encoding)
      keepCount(memo, encoding.name, message.shape, tokens)
      return tokens
    },
    countPinned: (conversation, span) =>
      findOrAdd(memo, `${encoding.name}:pinned:${hash(conversation.body.slice(span.start, span.end))}`, () =>
        pinnedTokens(conversation, span, encoding),
      ),
    countText: (text) => findOrAdd(memo, `${encoding.name}:text:${hash(text)}`, () => encoding.count(text)),
  }
}

/** The raw input tokens of a request by a model's profile: its content and the frames around it. */
export function countRequest(conversation: Conversation, profile: TokenProfile, counter: PartCounter): RequestTokens {
  const frame = profile.perMessage + profile.perRole
  let pinned = profile.perRequest
  for (const span of conversation.pinned) pinned += counter.countPinned(conversation, span)
  if (conversation.pinned.some((span) => isToolList(conversation, span))) pinned += profile.perToolList
  const messages = conversation.messages.map((message) => frame + counter.countMessage(conversation, message))
  return { pinned, messages, total: messages.reduce((sum, tokens) => sum + tokens, pinned) }
}

/** A view contains the positions of pinned values and not their names. The name precedes the value. */
function isToolList({ body }: Conversation, { start }: Span): boolean {
  return /"(?:tools|functions)"\s*:\s*$/.test(body.slice(Math.max(0, start - 40), start))
}

/** The texts of `system`, a string or blocks of text; undefined for any other value. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  const texts: string[] = []
  for (const block of value as readonly { readonly type?: unknown; readonly text?: unknown }[]) {
    if (block?.type !== 'text' || typeof block.text !== 'string') return undefined
    texts.push(block.text)
  }
  return texts
}
