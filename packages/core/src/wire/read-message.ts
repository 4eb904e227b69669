import type { BodyText, MessageShape, Span, WireFormat } from '../conversation.ts'
import type { Hash } from '../hash.ts'
import { parseJson } from '../json.ts'
import { readAnthropicMessage } from './anthropic-message.ts'
import { readChatMessage } from './chat-message.ts'
import { scanJson } from './json-spans.ts'
import { canonicalContent, type MessageDraft, placeObject } from './message-draft.ts'

/** Levels of a message that are looked at: message, content, part, content of a tool's result, part of that. */
const MESSAGE_DEPTH = 5

/**
 * What became of one message: its shape with the text of each text part, or why there is none. `not-json` counts for the
 * whole body.
 */
export type MessageReading =
  | { readonly kind: 'shape'; readonly shape: MessageShape; readonly texts: readonly string[] }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'not-json' }

/** Reads the message that stands at `span` of `body`. */
export function readMessage(
  body: BodyText,
  span: Span,
  context: { readonly format: WireFormat; readonly hash: Hash },
): MessageReading {
  const value = parseJson(body.slice(span.start, span.end))
  if (value === undefined) return { kind: 'not-json' }
  const message = placeObject(value, scanJson(body, span.start, MESSAGE_DEPTH))
  if (message === undefined) return { kind: 'unreadable', reason: 'unreadable_message' }
  const draft: MessageDraft = {
    body,
    start: span.start,
    role: 'user',
    parts: [],
    content: [],
    texts: [],
    isKnown: true,
    hasCacheMark: false,
  }
  const read = context.format === 'openai-chat' ? readChatMessage : readAnthropicMessage
  const reason = read(draft, message)
  if (reason !== undefined) return { kind: 'unreadable', reason }
  const { role, name, parts, texts, isKnown, hasCacheMark } = draft
  const key = context.hash(canonicalContent(draft))
  const shape = { role, ...(name && { name }), parts, key, isKnown, hasCacheMark, o200kTokens: undefined }
  return { kind: 'shape', shape, texts }
}
