/** A message, or an item of the Responses API, as it stands in a request; only what is read here is named. */
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

/** Whether the model said it: messages of the assistant, its tool calls and its reasoning. */
export function isAnswer({ role, type }: WireItem): boolean {
  if (role !== undefined) return role === 'assistant'
  return typeof type === 'string' && !type.endsWith('_output') && type !== 'item_reference'
}

/** What the model said in these items: its text, and its tool calls as one line each. Reasoning is left out. */
export function answerText(items: readonly WireItem[]): string {
  return items.flatMap(linesOf).join('\n').trim()
}

/** The texts of items: what was said, called and returned, without roles, ids and reasoning. */
export function textsOf(items: readonly WireItem[]): readonly string[] {
  return items.flatMap(({ content, output, ...item }) => [
    ...textsIn(content),
    ...textsIn(output),
    ...(isAnswer(item) ? [answerText([item])].filter((text) => text !== '') : []),
  ])
}

/** A conversation as text: each message behind the word for its speaker. */
export function conversationText(items: readonly WireItem[]): string {
  return items.map((item) => `${speakerOf(item)}: ${textsOf([item]).join('\n')}`).join('\n\n')
}

function speakerOf(item: WireItem): string {
  if (typeof item.role === 'string') return item.role
  return isAnswer(item) ? 'assistant' : 'tool'
}

/** Members of a content part that are no text of the conversation. */
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
