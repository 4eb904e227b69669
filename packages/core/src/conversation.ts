/**
 * The view of a request body that the fold reads: turns, roles, text with its address, tool pairs, opaque parts. A view
 * contains no text, except that of a short newest message. Other text stays in the body and is decoded on demand, so a
 * session of 100,000 tokens costs kilobytes and not megabytes. A message with a cached shape is not parsed again.
 */

/**
 * A request body: a string, or an object that is read like one. Its positions may count UTF-16 code units or bytes. Every ASCII
 * character must take one position, and no other character may contain an ASCII value.
 */
export interface BodyText {
  readonly length: number
  /** The code unit at `at`; callers distinguish only ASCII characters. */
  charCodeAt(at: number): number
  /** The position of the first `character`, an ASCII one, at or after `from`. -1 if there is none. */
  indexOf(character: string, from: number): number
  slice(from: number, to?: number): string
  toString(): string
}

/** A range of positions in a body or a text, `start` inclusive, `end` exclusive. Each use documents what it is relative to. */
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

/** The result of a client tool call. `leaves` are its texts in order. `isOpaque` if it also contains other content. */
export interface ToolResultPart {
  readonly kind: 'tool-result'
  readonly callId: string
  readonly leaves: readonly TextLeaf[]
  readonly isError: boolean
  readonly isOpaque: boolean
}

/** `thinking`, `redacted_thinking` and `reasoning`. The span covers the whole block, relative to the start of its message. */
export interface ThinkingPart {
  readonly kind: 'thinking'
  readonly span: Span
  /** Members that are dropped together with it: ids of its results, which the provider accepts only with it. */
  readonly along?: readonly Span[]
  /** True if the provider requires it together with its results: it is dropped only with its whole message. */
  readonly isFixed?: boolean
}

/** Our name for the type of a text block that cites its sources. */
export const CITING_TEXT = 'text-with-citations'

/** Content that is sent byte for byte or dropped with its whole turn: images, documents, server tools, citations. */
export interface OpaquePart {
  readonly kind: 'opaque'
  /** The wire's own `type` of the block, for the mark of an elision. */
  readonly type: string
  readonly span: Span
  /** Texts within it that are read but never edited. Most have none. */
  readonly leaves?: readonly TextLeaf[]
  /**
   * Id of a call of a provider's own tool: `serverCall` if this part is the call, `serverAnswer` if it is the result.
   * The provider requires both, in this order.
   */
  readonly serverCall?: string
  readonly serverAnswer?: string
}

export type Part = TextPart | ToolCallPart | ToolResultPart | ThinkingPart | OpaquePart

/**
 * Facts of one message, independent of its body: a pure function of its bytes.
 * Cached per message (see `message-memo`), with addresses instead of text.
 */
export interface MessageShape {
  readonly role: Role
  /** The name of one of several speakers in that role, if the wire contains it. A single line. */
  readonly name?: string
  readonly parts: readonly Part[]
  /** Hash of the content without `cache_control`, which clients move every turn. Equal keys: equal for the model. */
  readonly key: string
  /** False if the message contains a block of an unknown kind. No fold may cross it. */
  readonly isKnown: boolean
  /** True if a block has `cache_control` (messages) or `prompt_cache_breakpoint` (chat, responses). */
  readonly hasCacheMark: boolean
  /** True if the message and the results of its calls keep their positions although a fold passes them. */
  readonly isPinned?: boolean
  /** Its o200k tokens without the frame, set when they are first counted (`tokens/message-counts`). */
  o200kTokens?: number | undefined
}

/**
 * A message at its position in a body, as a span relative to the body. If a wire has a list of items instead of messages,
 * consecutive items of the model form one message.
 */
export interface Message {
  readonly shape: MessageShape
  readonly start: number
  readonly end: number
  /** The texts of its parts. Only for a short newest message that was just read and has no other parts. */
  readonly texts?: readonly string[] | undefined
}

export type WireFormat = 'openai-chat' | 'anthropic-messages' | 'openai-responses'

export interface Conversation {
  readonly format: WireFormat
  readonly model: string
  /** The whole request body, which all addresses refer to. */
  readonly body: BodyText
  /** Spans of pinned values such as `system` and `tools`. They are counted and never changed. */
  readonly pinned: readonly Span[]
  readonly messages: readonly Message[]
  /** The reason, as a short token, why a well-formed request must be sent unchanged. */
  readonly bypass: string | undefined
  /** True for models whose thinking is bound to everything before it: after a changed prefix it is lost. */
  readonly bindsThinking: boolean
  /** True if the provider answers lost thinking with 400. Otherwise it drops it. */
  readonly refusesLostThinking: boolean
  /** Session ids in the body, such as `metadata.user_id` and `prompt_cache_key`. */
  readonly sessionHints: readonly string[]
  /** The members outside of the messages that ask for caching, as JSON: those of the body, its instructions and tools. */
  readonly cacheRequests: readonly string[]
  /** The request's limit of answer tokens. Undefined if it sets none. */
  readonly answerTokens?: number | undefined
  /** True if the provider stores the answer. */
  readonly storesAnswer: boolean
  /** True if the provider answers later: the response may contain neither the answer nor its usage. */
  readonly isAnsweredLater: boolean
}

/** The leaf of a part with text that may be shortened: the text itself, or one of the texts of a tool's result. */
export function leafOf(part: Part, leaf: number): TextLeaf | undefined {
  if (part.kind === 'text') return leaf === 0 ? part.leaf : undefined
  return part.kind === 'tool-result' ? part.leaves[leaf] : undefined
}

/** Decodes the text at `leaf` of `message`. Lone surrogates are kept. */
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
