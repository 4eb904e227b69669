import { type BuiltAnswer, pieces, randomText } from './built-answer.ts'
import type { AnswerContext } from './chat-answer.ts'
import type { JsonObject } from './json-object.ts'
import type { Answer } from './scripted-answer.ts'

/** Parts of a response of the messages API besides the script. */
export interface MessagesContext extends AnswerContext {
  sign(thinking: string): string
}

/** The response of the messages API: compact JSON, or named events whose JSON is padded with spaces. */
export function buildMessagesAnswer(
  answer: Answer,
  context: MessagesContext,
): { readonly built: BuiltAnswer; readonly content: readonly JsonObject[] } {
  const content = contentOf(answer, context)
  const reason = content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
  const message = {
    model: String(context.body.model),
    id: `msg_${String(context.number).padStart(24, '0')}`,
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: usageOf(context),
  }
  if (context.body.stream !== true) return { built: { kind: 'json', text: JSON.stringify(message) }, content }
  return { built: { kind: 'stream', events: eventsOf(message, context) }, content }
}

function contentOf(answer: Answer, { number, random, sign }: MessagesContext): JsonObject[] {
  const content: JsonObject[] = []
  const { thinking, text, toolCalls = [] } = answer
  if (thinking !== undefined) content.push({ type: 'thinking', thinking, signature: sign(thinking) })
  if (text !== undefined) content.push({ type: 'text', text })
  for (const [index, { name, input, id }] of toolCalls.entries()) {
    const callId = id ?? `toolu_${number}_${index}_${randomText(random, 8)}`
    content.push({ type: 'tool_use', id: callId, name, input })
  }
  return content
}

function eventsOf(
  message: JsonObject & { readonly content: readonly JsonObject[] },
  { random, outputTokens }: MessagesContext,
): string[] {
  const event = (name: string, value: object) => {
    const text = JSON.stringify({ type: name, ...value })
    const padding = ' '.repeat(Math.floor(random() * 16))
    return `event: ${name}\ndata: ${text.slice(0, -1)}${padding}}\n\n`
  }
  const start = { ...message, content: [], stop_reason: null }
  const events = [event('message_start', { message: start })]
  for (const [index, block] of message.content.entries()) {
    events.push(event('content_block_start', { index, content_block: emptyBlock(block) }))
    if (index === 0) events.push('event: ping\ndata: {"type": "ping"}\n\n')
    for (const delta of deltasOf(block, random)) events.push(event('content_block_delta', { index, delta }))
    events.push(event('content_block_stop', { index }))
  }
  const delta = { stop_reason: message.stop_reason, stop_sequence: null }
  events.push(event('message_delta', { delta, usage: { output_tokens: outputTokens } }))
  events.push(event('message_stop', {}))
  return events
}

function emptyBlock(block: JsonObject): JsonObject {
  if (block.type === 'text') return { type: 'text', text: '' }
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return { ...block, input: {} }
}

function deltasOf(block: JsonObject, random: () => number): object[] {
  if (block.type === 'text') return pieces(String(block.text), random).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'thinking') {
    const deltas = pieces(String(block.thinking), random).map((thinking) => ({ type: 'thinking_delta', thinking }))
    return [...deltas, { type: 'signature_delta', signature: block.signature }]
  }
  const parts = ['', ...pieces(JSON.stringify(block.input), random)]
  return parts.map((text) => ({ type: 'input_json_delta', partial_json: text }))
}

/** This API counts cached tokens separately, and only requests with a breakpoint have any. */
function usageOf({ body, figures, outputTokens }: MessagesContext) {
  const isCaching = JSON.stringify(body).includes('"cache_control"')
  const read = isCaching ? figures.cached : 0
  const written = isCaching ? figures.total - figures.cached : 0
  return {
    input_tokens: figures.total - read - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
    output_tokens: outputTokens,
    service_tier: 'standard',
  }
}
