import type { BodyText, Conversation, Message, MessageShape, Span, WireFormat } from '../conversation.ts'
import type { Hash } from '../hash.ts'
import { isFields, parseJson } from '../json.ts'
import { answerTokensOf } from './answer-tokens.ts'
import { type BodyFrame, readFrame } from './body-frame.ts'
import { findBypass, holdsCompaction } from './bypass.ts'
import { type JsonNode, memberOf, type ObjectNode, scanJson } from './json-spans.ts'
import { skipWhiteSpace } from './json-white-space.ts'
import type { MessageMemo } from './message-memo.ts'
import { readMessage } from './read-message.ts'
import { groupItems } from './responses-items.ts'
import { isAnsweredLater, storesAnswer } from './stored-answer.ts'
import { bindsReasoning, bindsThinking } from './thinking-models.ts'

/**
 * The kind of a body:
 * - a conversation
 * - `opaque`: valid but of an unknown shape. It is sent unchanged.
 * - `invalid`: answered with 400. `field` names the faulty field, and the message quotes nothing of the body.
 */
export type ReadResult =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | {
      readonly kind: 'opaque'
      readonly reason: string
      readonly model: string
      /** As in a conversation of the Responses API. Undefined on other wires, and if the body could not be read. */
      readonly isAnsweredLater?: boolean | undefined
    }
  | { readonly kind: 'invalid'; readonly field: string | undefined; readonly message: string }

/** The functions that reading needs. */
export interface ReadContext {
  readonly hash: Hash
  readonly memo: MessageMemo
  /** True if positions in the body count bytes of UTF-8, and not UTF-16 code units. */
  readonly countsBytes?: boolean
  /** `hash` of that part of the body, if it can be computed without decoding its text. */
  readonly hashSpan?: ((start: number, end: number) => string) | undefined
  /** The shape of the message at that position of the body, if it is known without reading. Called in order of position. */
  readonly knownShape?: ((start: number, end: number) => MessageShape | undefined) | undefined
}

/** Depth that is walked: the top level's members and the elements of its arrays, which finds the messages in one pass. */
const BODY_DEPTH = 2

const PINNED: Readonly<Record<WireFormat, readonly string[]>> = {
  'openai-chat': ['tools', 'functions', 'response_format'],
  'anthropic-messages': ['system', 'tools'],
  'openai-responses': ['instructions', 'tools', 'text'],
}

/** The member that contains the conversation. */
const HISTORY: Readonly<Record<WireFormat, string>> = {
  'openai-chat': 'messages',
  'anthropic-messages': 'messages',
  'openai-responses': 'input',
}

/**
 * A newest message below this length, in positions of the body, is parsed without a lookup, since it is seldom known. The next turn
 * caches it.
 */
const UNCACHED_LENGTH = 2048

/** Limit of the reader, which reads all messages in one step. A body with more is sent unchanged. */
const MAX_MESSAGES = 10_000

const QUOTE = 0x22

const NOT_JSON: ReadResult = { kind: 'invalid', field: undefined, message: 'The request body is not valid JSON.' }

/**
 * Reads a request body. It is refused as not JSON exactly if `JSON.parse` refuses it, but only the parts that the memo does not
 * contain are parsed: the body without its messages, and each new message. Never throws.
 */
export function readRequest(body: BodyText, format: WireFormat, context: ReadContext): ReadResult {
  const top = scanJson(body, skipWhiteSpace(body, 0), BODY_DEPTH)
  if (top?.kind !== 'object') return readUnusual(body, format, 'unreadable')
  if (top.hasDuplicateKeys) return readUnusual(body, format, 'duplicate_keys')
  const history = memberOf(top, HISTORY[format])
  const spans = history && spansIn(body, history, format)
  if (history === undefined || spans === undefined) return readUnusual(body, format, 'unreadable')
  if (spans.length > MAX_MESSAGES) return readUnusual(body, format, 'too_many_messages')
  const frame = readFrame(body, history, context.memo.frames)
  if (frame === undefined) return NOT_JSON
  const messages = readMessages(body, spans, { ...context, format })
  if (typeof messages === 'string') return readUnusual(body, format, messages)
  return { kind: 'conversation', conversation: assemble({ body, format, top, messages, frame }) }
}

/** The position of each message. Undefined if the history does not have the form of the wire. */
function spansIn(body: BodyText, history: JsonNode, format: WireFormat): readonly Span[] | undefined {
  if (format !== 'openai-responses') return history.kind === 'array' ? history.elements : undefined
  if (history.kind === 'array') return groupItems(body, history)
  return body.charCodeAt(history.start) === QUOTE ? [history] : undefined
}

type MessagesContext = ReadContext & { readonly format: WireFormat }

/** The messages, or the reason why they cannot be read. */
function readMessages(body: BodyText, spans: readonly Span[], context: MessagesContext): Message[] | string {
  const messages: Message[] = []
  const first = spans[0]
  const last = spans.at(-1)
  for (const span of spans) {
    const { start, end } = span
    const known = context.knownShape?.(start, end)
    if (known) {
      messages.push({ shape: known, start, end })
      continue
    }
    const isNew = span === last && end - start < UNCACHED_LENGTH
    const read = isNew ? readNew : span === first ? readFirst : readKept
    const message = read(body, span, context)
    if (typeof message === 'string') return message
    messages.push(message)
  }
  return messages
}

/** Reads an unknown message, or returns the reason of a failure. */
function readNew(body: BodyText, { start, end }: Span, { format, hash }: MessagesContext): Message | string {
  const reading = readMessage(body, { start, end }, { format, hash })
  if (reading.kind !== 'shape') return reading.kind === 'unreadable' ? reading.reason : 'unreadable'
  const { shape, texts } = reading
  return { shape, start, end, texts: texts.length === shape.parts.length ? texts : undefined }
}

/** Reads a message that the memo may contain under its hash. */
function readKept(body: BodyText, { start, end }: Span, context: MessagesContext): Message | string {
  const { hash, hashSpan, memo, format, countsBytes } = context
  const rawHash = hashSpan ? hashSpan(start, end) : hash(body.slice(start, end))
  // The same bytes have different meanings on two wires, and different positions in bytes and in code units.
  const key = `${format}${countsBytes ? ':bytes' : ''}:${rawHash}`
  const known = memo.shapes.get(key)
  if (known) return { shape: known, start, end }
  const read = readNew(body, { start, end }, context)
  if (typeof read === 'string') return read
  memo.shapes.set(key, read.shape)
  // Without its texts, which may be long and would be kept as long as the view.
  return { shape: read.shape, start, end }
}

/** Reads the first message, which usually equals the previous first message of the same sender. */
function readFirst(body: BodyText, { start, end }: Span, context: MessagesContext): Message | string {
  if (context.countsBytes) return readKept(body, { start, end }, context)
  const lately = context.memo.firsts[context.format]
  const text = body.slice(start, end)
  const known = lately.get(text)
  if (known) return { shape: known, start, end }
  const read = readKept(body, { start, end }, context)
  if (typeof read !== 'string') lately.set(text, read.shape)
  return read
}

/** True if thinking is bound to its prefix, by wire and model. */
const BINDS: Readonly<Record<WireFormat, (model: string) => boolean>> = {
  'openai-chat': () => false,
  'anthropic-messages': bindsThinking,
  'openai-responses': bindsReasoning,
}

/**
 * Turns the messages before the start of the conversation into system messages, which no fold removes: those up to a
 * compaction by the provider, which replaces everything before it, and lists of tools before the first question.
 */
function withInstructions(messages: readonly Message[]): readonly Message[] {
  let end = messages.findLastIndex(({ shape }) => holdsCompaction(shape)) + 1
  while (end < messages.length && isInstruction(messages[end]!.shape)) end++
  const isRead = ({ shape }: Message, index: number) => index >= end || shape.role === 'system'
  if (messages.every(isRead)) return messages
  return messages.map((message, index) =>
    isRead(message, index) ? message : { ...message, shape: { ...message.shape, role: 'system' } },
  )
}

function isInstruction({ role, isPinned, parts }: MessageShape): boolean {
  return role === 'system' || (role === 'assistant' && isPinned === true && parts.length === 1)
}

function assemble(found: {
  readonly body: BodyText
  readonly format: WireFormat
  readonly top: ObjectNode
  readonly messages: readonly Message[]
  readonly frame: BodyFrame
}): Conversation {
  const { body, format, top, messages, frame } = found
  const { members, model, sessionHints, cacheRequests } = frame
  const shapes: MessageShape[] = messages.map((message) => message.shape)
  const pinned = top.members.filter((member) => PINNED[format].includes(member.key))
  return {
    format,
    model,
    body,
    pinned: pinned.map(({ value }) => ({ start: value.start, end: value.end })),
    messages: format === 'openai-responses' ? withInstructions(messages) : messages,
    bypass: findBypass(format, members, shapes),
    bindsThinking: BINDS[format](model),
    refusesLostThinking: format === 'anthropic-messages',
    sessionHints,
    cacheRequests,
    answerTokens: answerTokensOf(members),
    storesAnswer: storesAnswer(format, members),
    isAnsweredLater: isAnsweredLater(format, members),
  }
}

/** Parses the whole of a body that cannot become a conversation, since only this shows whether it is JSON. */
function readUnusual(body: BodyText, format: WireFormat, reason: string): ReadResult {
  const value = parseJson(body.toString())
  if (value === undefined) return NOT_JSON
  if (!isFields(value)) return { kind: 'invalid', field: undefined, message: 'The request body must be a JSON object.' }
  const model = typeof value.model === 'string' ? value.model : ''
  const field = HISTORY[format]
  const history = value[field]
  // On this wire a body may have no history, since the provider may store it.
  if (field === 'input') {
    const isLater = isAnsweredLater(format, value)
    return { kind: 'opaque', reason: findBypass(format, value, []) ?? reason, model, isAnsweredLater: isLater }
  }
  if (history === undefined) return { kind: 'invalid', field, message: `'${field}' is required.` }
  if (!Array.isArray(history)) return { kind: 'invalid', field, message: `'${field}' must be an array.` }
  return { kind: 'opaque', reason, model }
}
