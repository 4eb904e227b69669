import type { JsonObject } from './json-object.ts'
import { segmentsOf } from './prefix-cache.ts'
import type { RequestKind } from './recorded-request.ts'
import { Refusal } from './refusal.ts'

/** The context window of the stand-in's models. */
export interface ContextWindow {
  /** Tokens of a request and its response together. */
  readonly tokens: number
  readonly countTokens: (text: string) => number
}

/** Extra tokens of each message. */
const FRAME_TOKENS = 4

/**
 * Refuses a request that exceeds the window together with its response, in the words of the provider.
 * @throws {Refusal}
 */
export function checkWindow(kind: RequestKind, body: JsonObject, window: ContextWindow): void {
  const prompt = promptTokens(body, window.countTokens)
  const answer = Number(body.max_completion_tokens ?? body.max_output_tokens ?? body.max_tokens ?? 0)
  if (prompt + answer <= window.tokens) return
  const { tokens } = window
  if (kind === 'chat') {
    const reason =
      answer === 0
        ? `However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`
        : `However, you requested ${prompt + answer} tokens (${prompt} in the messages, ${answer} in the completion). Please reduce the length of the messages or completion.`
    throw tooLong(`This model's maximum context length is ${tokens} tokens. ${reason}`, 'messages')
  }
  if (kind === 'responses') {
    throw tooLong(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'input',
    )
  }
  if (kind !== 'messages') return
  if (prompt > tokens) throw new Refusal(`prompt is too long: ${prompt} tokens > ${tokens} maximum`)
  throw new Refusal(
    `input length and \`max_tokens\` exceed context limit: ${prompt} + ${answer} > ${tokens}, decrease input length or \`max_tokens\` and try again`,
  )
}

function tooLong(message: string, param: string): Refusal {
  return new Refusal(message, { code: 'context_length_exceeded', param })
}

/** Tokens of all texts, plus the extra tokens of each message. */
function promptTokens(body: JsonObject, countTokens: (text: string) => number): number {
  let tokens = 0
  for (const segment of segmentsOf(body)) tokens += FRAME_TOKENS + countTokens(textsIn(JSON.parse(segment)).join('\n'))
  return tokens
}

function textsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return NAMES.has(name) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, key))
}

/** Members that are not text. */
const NAMES: ReadonlySet<string> = new Set([
  'role',
  'type',
  'id',
  'tool_call_id',
  'tool_use_id',
  'call_id',
  'signature',
])
