/**
 * The view of a request body that the fold reads: turns, roles, text with its address, tool pairs, opaque parts.
 * A view holds no text. Text stays in the body and is decoded on demand, so a session of 100,000 tokens costs
 * kilobytes and not megabytes, and a message that was seen before is never decoded again.
 */

/**
 * A request body to read from: a string, or something else that is read like one. Its positions count what its owner
 * likes, UTF-16 code units or bytes, as long as every character of ASCII is one of them and no other has one of those.
 */
export interface BodyText {
  readonly length: number
  /** The code unit at `at`; callers distinguish only ASCII characters. */
  charCodeAt(at: number): number
  /** The first `character`, one of ASCII, at or after `from`; -1 where there is none. */
  indexOf(character: string, from: number): number
  slice(from: number, to?: number): string
  toString(): string
}

/** Range of positions in a body, `start` inclusive, `end` exclusive. What it is relative to is said where it stands. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The speaker of a message. `developer` is read as `system`, the deprecated role `function` as `tool`. */
export type Role = 'system' | 'user' | 'assistant' | 'tool'

/** One JSON string literal of text, quotes included. The span is relative to the start of its message. */
export interface TextLeaf extends Span {}

export interface TextPart {
  readonly kind: 'text'
  readonly leaf: TextLeaf
}

/** A client tool call. `input` is the address of its arguments: a JSON string literal (chat, responses) or a JSON value (messages). */
export interface ToolCallPart {
  readonly kind: 'tool-call'
  readonly id: string
  readonly name: string
  readonly input: Span
}

/** The result of a client tool call; `leaves` are its texts in order. `isOpaque` when it also holds something that is not text. */
export interface ToolResultPart {
  readonly kind: 'tool-result'
  readonly callId: string
  readonly leaves: readonly TextLeaf[]
  readonly isError: boolean
  readonly isOpaque: boolean
}

/** `thinking`, `redacted_thinking` and `reasoning`; the span is that of the whole block, relative to the start of its message. */
export interface ThinkingPart {
  readonly kind: 'thinking'
  readonly span: Span
  /** Members that leave together with it: ids of what it led to, by which the provider would ask for it. */
  readonly along?: readonly Span[]
  /** True where the provider wants it beside what it led to: it leaves only with its whole message. */
  readonly isFixed?: boolean
}

/** Our name for the type of a text block that cites its sources. */
export const CITING_TEXT = 'text-with-citations'

/** Anything that goes through byte for byte or leaves with its whole turn: images, documents, server tools, citations. */
export interface OpaquePart {
  readonly kind: 'opaque'
  /** The wire's own `type` of the block, for the mark that an elision leaves. */
  readonly type: string
  readonly span: Span
  /** Texts within it that can be read, though never edited; most have none. */
  readonly leaves?: readonly TextLeaf[]
}

export type Part = TextPart | ToolCallPart | ToolResultPart | ThinkingPart | OpaquePart

/**
 * Facts of one message, independent of its body: a pure function of its bytes.
 * Cached per message (see `message-memo`), with addresses instead of text.
 */
export interface MessageShape {
  readonly role: Role
  /** Which of several speakers of that role it is, where the wire says so; a single line. */
  readonly name?: string
  readonly parts: readonly Part[]
  /** Hash of the content leaving out `cache_control`, which clients move every turn. Equal keys: equal for the model. */
  readonly key: string
  /** False when the message holds a block of a kind this version does not know: no fold may cross it. */
  readonly isKnown: boolean
  /** True when some block carries `cache_control` (messages) or `prompt_cache_breakpoint` (chat, responses). */
  readonly hasCacheMark: boolean
  /** True when it stays where it is although a fold passes it, as do the results of its calls. */
  readonly isPinned?: boolean
  /** Its o200k tokens without the frame, from when they are first counted (`tokens/message-counts`). */
  o200kTokens?: number | undefined
}

/**
 * A message at its place in a body; the span is relative to the body. Where a wire has a list of items in place of messages,
 * all that a model made in a row is one message.
 */
export interface Message {
  readonly shape: MessageShape
  readonly start: number
  readonly end: number
  /** The text of each of its parts, where it is short, was read just now, and there is nothing else in it. */
  readonly texts?: readonly string[] | undefined
}

export type WireFormat = 'openai-chat' | 'anthropic-messages' | 'openai-responses'

export interface Conversation {
  readonly format: WireFormat
  readonly model: string
  /** The whole request body. Every address leads into it. */
  readonly body: BodyText
  /** Spans of pinned values: `system`, `tools` and the like. Counted, never touched. */
  readonly pinned: readonly Span[]
  readonly messages: readonly Message[]
  /** The reason, as a short token, why a well-formed request must be sent unchanged (M10). */
  readonly bypass: string | undefined
  /** True on models whose thinking is bound to everything before it: behind a changed prefix it is lost. */
  readonly bindsThinking: boolean
  /** True where the provider answers such lost thinking with 400; elsewhere it leaves it out by itself. */
  readonly refusesLostThinking: boolean
  /** `metadata.user_id`, `prompt_cache_key` and the like: what the body itself says about its session. */
  readonly sessionHints: readonly string[]
  /** Most tokens of the answer that the request asks for; undefined where it does not say. */
  readonly answerTokens?: number | undefined
}

/** The text at `leaf` of `message`, decoded. Lone surrogates stay as they are. */
export function textAt(conversation: Conversation, message: Message, leaf: TextLeaf): string {
  return JSON.parse(conversation.body.slice(message.start + leaf.start, message.start + leaf.end)) as string
}

/** The raw JSON at `span` of `message`. */
export function rawAt(conversation: Conversation, message: Message, span: Span): string {
  return conversation.body.slice(message.start + span.start, message.start + span.end)
}

/** Number of the turn this request asks for: assistant messages in its history + 1. */
export function turnOf(conversation: Conversation): number {
  let turn = 1
  for (const { shape } of conversation.messages) if (shape.role === 'assistant') turn++
  return turn
}
