import type { BodyText, MessageShape, Span, WireFormat } from '../conversation.ts'
import type { Hash } from '../hash.ts'
import { parseJson } from '../json.ts'
import { readAnthropicMessage } from './anthropic-message.ts'
import { readChatMessage } from './chat-message.ts'
import { scanJson, scanValues } from './json-spans.ts'
import { addText, canonicalContent, type MessageDraft, type PlacedObject, placeObject } from './message-draft.ts'
import { readResponsesMessage } from './responses-message.ts'

/** Levels of a message that are walked: message, content, part, content of a tool's result, part of that. */
const MESSAGE_DEPTH = 5

/**
 * The result of reading one message: its shape with the text of each text part, or the reason of a failure. `not-json` applies
 * to the whole body.
 */
export type MessageReading =
  | { readonly kind: 'shape'; readonly shape: MessageShape; readonly texts: readonly string[] }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'not-json' }

/** Reads the message at `span` of `body`. */
export function readMessage(
  body: BodyText,
  span: Span,
  context: { readonly format: WireFormat; readonly hash: Hash },
): MessageReading {
  const { format, hash } = context
  const text = body.slice(span.start, span.end)
  const isItems = format === 'openai-responses'
  const value = parseJson(isItems ? `[${text}]` : text)
  if (value === undefined) return { kind: 'not-json' }
  const draft: MessageDraft = {
    body,
    start: span.start,
    role: 'user',
    parts: [],
    content: [],
    texts: [],
    isKnown: true,
    isPinned: false,
    hasCacheMark: false,
  }
  const reason = isItems ? readItems(draft, value as unknown[], span) : readObject(draft, value, format)
  if (reason !== undefined) return { kind: 'unreadable', reason }
  const { role, name, parts, texts, isKnown, hasCacheMark, isPinned } = draft
  const key = hash(canonicalContent(draft))
  const shape: { -readonly [Field in keyof MessageShape]: MessageShape[Field] } = {
    role,
    parts,
    key,
    isKnown,
    hasCacheMark,
    o200kTokens: undefined,
  }
  if (name) shape.name = name
  if (isPinned) shape.isPinned = true
  return { kind: 'shape', shape, texts }
}

function readObject(draft: MessageDraft, value: unknown, format: WireFormat): string | undefined {
  const message = placeObject(value, scanJson(draft.body, draft.start, MESSAGE_DEPTH))
  if (message === undefined) return 'unreadable_message'
  return format === 'openai-chat' ? readChatMessage(draft, message) : readAnthropicMessage(draft, message)
}

/** Reads the items of one answer, or one item of the client. An input that is a string is a user message. */
function readItems(draft: MessageDraft, values: readonly unknown[], { start, end }: Span): string | undefined {
  if (typeof values[0] === 'string') {
    draft.content.push('message', 'user')
    addText(draft, { start, end }, values[0])
    return undefined
  }
  const nodes = scanValues(draft.body, { start, end }, MESSAGE_DEPTH) ?? []
  const items: PlacedObject[] = []
  for (const [index, value] of values.entries()) {
    const item = placeObject(value, nodes[index])
    if (item === undefined) return 'unreadable_item'
    items.push(item)
  }
  return readResponsesMessage(draft, items)
}
