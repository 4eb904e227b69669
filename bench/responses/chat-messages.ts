import type { Recording, WireBlock, WireMessage } from '../quality/recordings.ts'

/** A chat message, independent of the wire on which it was recorded. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly calls: readonly ChatCall[]
  /** The call that a tool's message answers. */
  readonly callId?: string
}

export interface ChatCall {
  readonly id: string
  readonly name: string
  /** JSON. */
  readonly input: string
}

/** The messages of a recording, with one message per tool result. */
export function chatMessagesOf({ messages }: Recording): readonly ChatMessage[] {
  return messages.flatMap(chatMessages).filter(({ text, calls }) => text.trim() !== '' || calls.length > 0)
}

function chatMessages({ role, content, tool_calls: calls = [], tool_call_id: callId }: WireMessage): ChatMessage[] {
  if (role === 'tool') return [{ role, text: textOf(content) || '(no output)', calls: [], callId: callId ?? '' }]
  const blocks = Array.isArray(content) ? (content as readonly WireBlock[]) : []
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const called = [
    ...calls.map(({ id, function: { name, arguments: input } }) => ({ id, name, input: compact(input) })),
    ...blocks.flatMap((block) => (block.type === 'tool_use' ? [callOf(block)] : [])),
  ]
  const spoken = { role: role as ChatMessage['role'], text: textOf(content), calls: called }
  const answered = results.map(
    (block): ChatMessage => ({
      role: 'tool',
      text: textOf(block.content) || '(no output)',
      calls: [],
      callId: block.tool_use_id ?? '',
    }),
  )
  return [...answered, spoken]
}

function callOf({ id = '', name = '', input }: WireBlock): ChatCall {
  return { id, name, input: JSON.stringify(input ?? {}) }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly WireBlock[])
    .flatMap(({ type, text }) => (type === 'text' && text ? [text] : []))
    .join('\n')
}

/** A call's input as compact JSON. A text that is not JSON becomes the member `input`. */
function compact(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input))
  } catch {
    return JSON.stringify({ input })
  }
}
