import type { IncomingMessage } from 'node:http'

/** A message as the model reads it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A client's request. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly isStream: boolean
  readonly hasUsage: boolean
  readonly maxTokens: number
}

/** A refusal in the words of the API. */
export class RequestProblem extends Error {
  readonly status: number
  readonly code: string | null
  readonly param: string | null

  constructor(
    message: string,
    { status, code, param }: { status: number; code?: string | undefined; param?: string | undefined },
  ) {
    super(message)
    this.status = status
    this.code = code ?? null
    this.param = param ?? null
  }
}

const DEFAULT_MAX_TOKENS = 64

/**
 * Reads the request of a chat completion.
 * @throws {RequestProblem} when it is not a chat completion, or needs a feature that this server does not have.
 */
export async function readChatRequest(incoming: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
    throw new RequestProblem(`Invalid URL (${incoming.method} ${incoming.url})`, { status: 404 })
  }
  const body = parse(Buffer.concat(chunks).toString('utf8'))
  if (!Array.isArray(body.messages) || body.messages.length === 0) {
    throw new RequestProblem("'messages' must be a non-empty array.", { status: 400, param: 'messages' })
  }
  return {
    model: String(body.model),
    messages: body.messages.map(readMessage),
    isStream: body.stream === true,
    hasUsage: (body.stream_options as { include_usage?: unknown } | undefined)?.include_usage === true,
    maxTokens: readMaxTokens(body),
  }
}

/** The template that the model was trained with. */
export function promptOf(messages: readonly ChatMessage[]): string {
  return `${messages.map(({ role, content }) => `<|${role}|>\n${content}</s>\n`).join('')}<|assistant|>\n`
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new RequestProblem('We could not parse the JSON body of your request.', { status: 400 })
  }
}

function readMessage(value: unknown, index: number): ChatMessage {
  const { role, content } = value as Partial<ChatMessage>
  if (role !== 'system' && role !== 'user' && role !== 'assistant') {
    throw new RequestProblem('This model knows the roles system, user and assistant.', {
      status: 400,
      param: `messages[${index}].role`,
    })
  }
  return { role, content: textOf(content, index) }
}

function textOf(content: unknown, index: number): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? (content as { type?: unknown; text?: unknown }[]) : []
  if (parts.length && parts.every(({ type, text }) => type === 'text' && typeof text === 'string')) {
    return parts.map(({ text }) => text).join('\n')
  }
  throw new RequestProblem('This model reads text.', { status: 400, param: `messages[${index}].content` })
}

function readMaxTokens(body: Record<string, unknown>): number {
  const value = body.max_completion_tokens ?? body.max_tokens ?? DEFAULT_MAX_TOKENS
  if (Number.isInteger(value) && Number(value) > 0) return Number(value)
  throw new RequestProblem("'max_tokens' must be a whole number from 1 on.", { status: 400, param: 'max_tokens' })
}
