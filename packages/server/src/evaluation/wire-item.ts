/** A message, or an item of the Responses API. Only the members that are read here are declared. */
export interface WireItem {
  readonly type?: unknown
  readonly role?: unknown
  readonly content?: unknown
  readonly output?: unknown
  readonly tool_calls?: unknown
  readonly name?: unknown
  readonly input?: unknown
  readonly arguments?: unknown
  readonly function?: unknown
  readonly text?: unknown
  readonly refusal?: unknown
}

/** True if an item is the model's: a message of the assistant, a tool call, or reasoning. */
export function isAnswer({ role, type }: WireItem): boolean {
  if (role !== undefined) return role === 'assistant'
  return typeof type === 'string' && !type.endsWith('_output') && type !== 'item_reference'
}

/** The model's text in these items, with each tool call on one line and without reasoning. */
export function answerText(items: readonly WireItem[]): string {
  return items.flatMap(linesOf).join('\n').trim()
}

/** The texts of items: messages, tool calls and tool output, without roles, ids and reasoning. */
export function textsOf(items: readonly WireItem[]): readonly string[] {
  return items.flatMap(({ content, output, ...item }) => [
    ...textsIn(content),
    ...textsIn(output),
    ...(isAnswer(item) ? [answerText([item])].filter((text) => text !== '') : []),
  ])
}

/** A conversation as text, with the speaker before each message. */
export function conversationText(items: readonly WireItem[]): string {
  return items.map((item) => `${speakerOf(item)}: ${textsOf([item]).join('\n')}`).join('\n\n')
}

function speakerOf(item: WireItem): string {
  if (typeof item.role === 'string') return item.role
  return isAnswer(item) ? 'assistant' : 'tool'
}

/** Members of a content part that contain no text of the conversation. */
const FORM = new Set([
  'type',
  'id',
  'tool_use_id',
  'name',
  'cache_control',
  'thinking',
  'signature',
  'data',
  'media_type',
  'url',
])

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (FORM.has(name) ? [] : textsIn(part)))
}

function linesOf(item: WireItem): readonly string[] {
  const { type, content, text, refusal, tool_calls: calls } = item
  if (type === 'tool_use') return [callLine(item.name, item.input)]
  if (type === 'function_call' || type === 'custom_tool_call')
    return [callLine(item.name, item.arguments ?? item.input)]
  if (type === 'reasoning' || type === 'thinking' || type === 'redacted_thinking') return []
  return [
    ...(typeof text === 'string' ? [text] : []),
    ...(typeof refusal === 'string' ? [refusal] : []),
    ...(typeof content === 'string' ? [content] : Array.isArray(content) ? content.flatMap(linesOf) : []),
    ...(Array.isArray(calls) ? (calls as readonly WireItem[]).map(functionLine) : []),
  ]
}

function functionLine(call: WireItem): string {
  const called = (call.function ?? {}) as WireItem
  return callLine(called.name, called.arguments)
}

function callLine(name: unknown, input: unknown): string {
  return `[calls ${String(name)} with ${typeof input === 'string' ? input : JSON.stringify(input ?? {})}]`
}
