import type { WireFormat } from '@pleat/core'
import { isClaudeCode, type RecordedMessage, readClaudeCode } from './claude-code-records.ts'

/** The last request of a transcript, as a client would send it. */
export interface TranscriptRequest {
  readonly format: WireFormat
  readonly body: string
  /** Assumptions, and parts that the transcript does not contain. */
  readonly notes: readonly string[]
}

const DEFAULT_MODELS: Readonly<Record<WireFormat, string>> = {
  'openai-chat': 'gpt-4o',
  'anthropic-messages': 'claude-sonnet-4-5',
  'openai-responses': 'gpt-5',
}

/** A transcript without the name of a model, where one is needed. */
export class MissingModel extends Error {}

/**
 * Reads a request body, an array of messages, a Claude Code transcript, or JSON Lines of messages or `messages` bodies.
 * @throws {Error} for other input; the message quotes nothing of it.
 */
export function readTranscript(text: string, wanted?: WireFormat): TranscriptRequest {
  return read(text, { wanted, isWhole: false })
}

/**
 * Reads a transcript and keeps the answers at its end. Its model is the recorded one, else `model`.
 * @throws {Error} for other input.
 * @throws {MissingModel} if no model is known.
 */
export function readWholeTranscript(
  text: string,
  { wanted, model }: { readonly wanted: WireFormat | undefined; readonly model: string | undefined },
): TranscriptRequest {
  return read(text, { wanted, model, isWhole: true })
}

interface Reading {
  readonly wanted: WireFormat | undefined
  /** The model of a transcript that names none. */
  readonly model?: string | undefined
  /** True if answers at the end are kept. */
  readonly isWhole: boolean
}

function read(text: string, reading: Reading): TranscriptRequest {
  const { wanted } = reading
  const whole = parse(text)
  if (isRequest(whole)) return fromRequest(text, whole, wanted)
  if (Array.isArray(whole)) return fromMessages(checked(whole), { ...reading, notes: [] })
  const lines = text.split('\n').flatMap((line) => parsedObject(line))
  if (isClaudeCode(lines)) {
    const { messages, model } = readClaudeCode(lines)
    const notes = ['The transcript does not contain instructions and tools, so they are not counted.']
    const known = { wanted: 'anthropic-messages', model: model ?? reading.model, notes } as const
    return fromMessages(messages, { ...reading, ...known })
  }
  const request = lines.findLast(isRequest)
  if (request) return fromRequest(JSON.stringify(request), request, wanted)
  if (lines.length && lines.every(isMessage)) return fromMessages(lines, { ...reading, notes: [] })
  const lists = 'an array of messages, JSON Lines of bodies or messages'
  throw new Error(`the input must be a request body, ${lists}, or a transcript of Claude Code`)
}

interface RequestBody {
  readonly model?: unknown
  readonly system?: unknown
  readonly messages: readonly unknown[]
}

/** A request of the Responses API. */
interface ItemsBody {
  readonly input: readonly unknown[]
}

function isRequest(value: unknown): value is RequestBody | ItemsBody {
  if (holdsItems(value)) return true
  return typeof value === 'object' && value !== null && 'messages' in value && Array.isArray(value.messages)
}

function holdsItems(value: unknown): value is ItemsBody {
  return typeof value === 'object' && value !== null && 'input' in value && Array.isArray(value.input)
}

function isMessage(value: unknown): value is RecordedMessage {
  return typeof value === 'object' && value !== null && 'role' in value && typeof value.role === 'string'
}

function checked(messages: readonly unknown[]): readonly RecordedMessage[] {
  if (messages.length && messages.every(isMessage)) return messages
  throw new Error('the input is an array, but not of messages; each element needs a role')
}

/** Keeps a body byte for byte. */
function fromRequest(
  text: string,
  request: RequestBody | ItemsBody,
  wanted: WireFormat | undefined,
): TranscriptRequest {
  if (holdsItems(request)) return { format: 'openai-responses', body: text, notes: [] }
  const isMessages = 'system' in request || /^claude/.test(String(request.model ?? ''))
  const found = isMessages ? 'anthropic-messages' : formatOf(checked(request.messages))
  return { format: wanted ?? found, body: text, notes: [] }
}

/** Builds a request from messages. Answers at the end are removed, because the last request ended before them. */
function fromMessages(
  messages: readonly RecordedMessage[],
  known: Reading & { readonly notes: readonly string[] },
): TranscriptRequest {
  const format = known.wanted ?? formatOf(messages)
  if (known.isWhole) {
    if (known.model === undefined) throw new MissingModel('the input names no model')
    return { format, body: JSON.stringify(bodyOf(format, known.model, messages)), notes: known.notes }
  }
  const end = messages.findLastIndex(({ role }) => role !== 'assistant') + 1
  if (end === 0) throw new Error('the input contains only answers; it needs a message of the user before them')
  const notes = [...known.notes]
  if (end < messages.length) notes.push('The last answer is left out, because the last request ended before it.')
  const model = known.model ?? DEFAULT_MODELS[format]
  if (known.model === undefined) notes.push(`The input names no model. Tokens are counted as for ${model}.`)
  return { format, body: JSON.stringify(bodyOf(format, model, messages.slice(0, end))), notes }
}

/** @throws {Error} for messages that cannot be written in `format`. */
function bodyOf(format: WireFormat, model: string, messages: readonly RecordedMessage[]): object {
  if (format === 'openai-chat') return { model, messages }
  if (format === 'openai-responses') {
    if (messages.every(({ content }) => typeof content === 'string')) return { model, input: messages }
    throw new Error('for the Responses API, the input must be a request body, or messages whose content is text')
  }
  const [first, ...rest] = messages
  if (first?.role !== 'system') return { model, max_tokens: 1024, messages }
  return { model, max_tokens: 1024, system: first.content, messages: rest }
}

const MESSAGES_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking'])

/** The wire of messages. Messages with text alone are the same on both wires. */
function formatOf(messages: readonly RecordedMessage[]): WireFormat {
  const hasBlocks = messages.some(
    ({ content }) => Array.isArray(content) && content.some((block) => MESSAGES_BLOCKS.has(block?.type)),
  )
  return hasBlocks ? 'anthropic-messages' : 'openai-chat'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object in a line; none for an incomplete line, because a client may be writing the file. */
function parsedObject(line: string): object[] {
  const value = line.trim() ? parse(line) : undefined
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : []
}
