import type { BodyText, Conversation, Message, MessageShape, WireFormat } from '../conversation.ts'
import type { Hash } from '../hash.ts'
import { findBypass } from './bypass.ts'
import { type ArrayNode, memberOf, type ObjectNode, scanJson } from './json-spans.ts'
import { skipWhiteSpace } from './json-white-space.ts'
import type { MessageMemo } from './message-memo.ts'
import { readMessage } from './read-message.ts'
import { readSessionHints } from './session-hints.ts'
import { bindsThinking } from './thinking-models.ts'

/**
 * What a body is: a conversation; `opaque`, valid but of a shape that is not understood (it goes out as it came); or
 * `invalid`, to be answered with 400 (`field` names what is wrong with it, the message quotes nothing of the body).
 */
export type ReadResult =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'opaque'; readonly reason: string; readonly model: string }
  | { readonly kind: 'invalid'; readonly field: string | undefined; readonly message: string }

/** What reading needs from outside. */
export interface ReadContext {
  readonly hash: Hash
  readonly memo: MessageMemo
  /** Whether positions in the body count bytes of UTF-8, and not UTF-16 code units. */
  readonly countsBytes?: boolean
  /** `hash` of that part of the body, from who has it at less cost than its text. */
  readonly hashSpan?: ((start: number, end: number) => string) | undefined
}

/** The top level's members and the elements of its arrays: enough to find the messages in one pass. */
const BODY_DEPTH = 2

const PINNED: Readonly<Record<WireFormat, readonly string[]>> = {
  'openai-chat': ['tools', 'functions', 'response_format'],
  'anthropic-messages': ['system', 'tools'],
}

/** The newest message is seldom known. A short one is read sooner than it is found and kept; the next turn keeps it. */
const SOON_READ_LENGTH = 2048

const NOT_JSON: ReadResult = { kind: 'invalid', field: undefined, message: 'The request body is not valid JSON.' }

/**
 * The view of a request body. It is refused as not JSON exactly when `JSON.parse` refuses it, but only what the memo
 * does not know is parsed: the body without its messages, and each new message. Never throws.
 */
export function readRequest(body: BodyText, format: WireFormat, context: ReadContext): ReadResult {
  const top = scanJson(body, skipWhiteSpace(body, 0), BODY_DEPTH)
  if (top?.kind !== 'object') return readUnusual(body, 'unreadable')
  if (top.hasDuplicateKeys) return readUnusual(body, 'duplicate_keys')
  const array = memberOf(top, 'messages')
  if (array?.kind !== 'array') return readUnusual(body, 'unreadable')
  const members = parse(`${body.slice(0, array.start)}[]${body.slice(array.end)}`)
  if (members === undefined) return NOT_JSON
  const messages = readMessages(body, array, { ...context, format })
  if (typeof messages === 'string') return readUnusual(body, messages)
  return { kind: 'conversation', conversation: assemble({ body, format, top, messages, members }) }
}

/** The messages, or the reason why they cannot be read. */
function readMessages(
  body: BodyText,
  array: ArrayNode,
  context: ReadContext & { readonly format: WireFormat },
): Message[] | string {
  const { hash, memo, format } = context
  const hashSpan = context.hashSpan ?? ((start, end) => hash(body.slice(start, end)))
  // The same bytes mean different things on the two wires, and stand elsewhere where positions count something else.
  const kind = context.countsBytes ? `${format}:bytes` : format
  const messages: Message[] = []
  const last = array.elements.at(-1)
  for (const element of array.elements) {
    const { start, end } = element
    const isNew = element === last && end - start < SOON_READ_LENGTH
    const rawHash = isNew ? undefined : `${kind}:${hashSpan(start, end)}`
    let shape = rawHash === undefined ? undefined : memo.get(rawHash)
    if (shape === undefined) {
      const reading = readMessage(body, { start, end }, { format, hash })
      if (reading.kind !== 'shape') return reading.kind === 'unreadable' ? reading.reason : 'unreadable'
      shape = reading.shape
      if (rawHash !== undefined) memo.set(rawHash, shape)
    }
    messages.push({ shape, start, end })
  }
  return messages
}

function assemble(found: {
  readonly body: BodyText
  readonly format: WireFormat
  readonly top: ObjectNode
  readonly messages: readonly Message[]
  readonly members: unknown
}): Conversation {
  const { body, format, top, messages } = found
  const members = found.members as Readonly<Record<string, unknown>>
  const model = typeof members.model === 'string' ? members.model : ''
  const shapes: MessageShape[] = messages.map((message) => message.shape)
  const pinned = top.members.filter((member) => PINNED[format].includes(member.key))
  return {
    format,
    model,
    body,
    pinned: pinned.map(({ value }) => ({ start: value.start, end: value.end })),
    messages,
    bypass: findBypass(format, members, shapes),
    bindsThinking: format === 'anthropic-messages' && bindsThinking(model),
    sessionHints: readSessionHints(members),
  }
}

/** What cannot become a conversation is parsed as a whole: only then is it certain whether it is JSON at all. */
function readUnusual(body: BodyText, reason: string): ReadResult {
  const value = parse(body.toString())
  if (value === undefined) return NOT_JSON
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'invalid', field: undefined, message: 'The request body must be a JSON object.' }
  }
  const { messages, model } = value as { messages?: unknown; model?: unknown }
  if (messages === undefined) return { kind: 'invalid', field: 'messages', message: "'messages' is required." }
  if (!Array.isArray(messages)) {
    return { kind: 'invalid', field: 'messages', message: "'messages' must be an array." }
  }
  return { kind: 'opaque', reason, model: typeof model === 'string' ? model : '' }
}

/** The parsed text, or undefined when it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
