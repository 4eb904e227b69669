import { countIn, isFields, parseJson } from '../json.ts'

/** The limits in a provider's error about a request that is too long. */
export interface ContextError {
  /** Tokens of the context window, or of the longest prompt. Undefined if the error states neither. */
  readonly windowTokens: number | undefined
  /** Tokens of the prompt in the provider's count. Undefined unless stated exactly. */
  readonly promptTokens: number | undefined
}

/** UTF-16 units of an error that are read. */
const LONGEST_ERROR = 16_384
const LONGEST_MESSAGE = 2000

/**
 * Codes and types that identify such an error by themselves: those of OpenAI and compatible servers, and of llama.cpp.
 */
const CODES: ReadonlySet<unknown> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'context_window_exceeded',
])

/**
 * Parts of the messages of such errors, in lower case: OpenAI, OpenRouter and vLLM; the Responses API; Anthropic, twice;
 * Bedrock; Gemini; llama.cpp, old and new; llama-cpp-python; LM Studio.
 */
const PHRASES: readonly string[] = [
  'maximum context length',
  "model's context length is only",
  'exceeds the context window',
  'prompt is too long',
  'exceed context limit',
  'input is too long for requested model',
  'input token count',
  'has exceeded max_prompt_tokens',
  'available context size',
  'exceed context window of',
  'with context length of only',
]

/**
 * The size of the window, after or before its name. The number of digits is limited, so that no text makes an expression slow.
 */
const WINDOWS: readonly RegExp[] = [
  /context length (?:is|of)(?: only)? (\d{1,9})\b/,
  /exceed context limit: \d{1,9} \+ \d{1,9} > (\d{1,9})\b/,
  /prompt is too long: \d{1,9} tokens > (\d{1,9}) maximum/,
  /maximum number of tokens allowed \(?(\d{1,9})\b/,
  /max_prompt_tokens \((\d{1,9})\)/,
  /available context size \((\d{1,9}) tokens\)/,
  /exceed context window of (\d{1,9})\b/,
]

const PROMPTS: readonly RegExp[] = [
  /messages resulted in (\d{1,9}) tokens/,
  /\((\d{1,9}) in (?:the|your) (?:messages|prompt)/,
  /exceed context limit: (\d{1,9}) \+/,
  /prompt is too long: (\d{1,9}) tokens/,
  /input token count \(?(\d{1,9})\b/,
  /number of input tokens \((\d{1,9})\)/,
  /request \((\d{1,9}) tokens\) exceeds/,
  /your request has (\d{1,9}) input tokens/,
  /you passed (\d{1,9}) input tokens/,
]

/** Reads the body of a response with status 400. Undefined if it is about another problem. */
export function readContextError(body: string): ContextError | undefined {
  const text = body.slice(0, LONGEST_ERROR)
  const value = parseJson(text)
  const error = isFields(value) ? (isFields(value.error) ? value.error : value) : {}
  const message = messageOf(error, text).slice(0, LONGEST_MESSAGE).toLowerCase()
  const isNamed = CODES.has(error.code) || CODES.has(error.type)
  if (!isNamed && !PHRASES.some((phrase) => message.includes(phrase))) return undefined
  return {
    windowTokens: countIn(error.n_ctx) ?? firstCount(WINDOWS, message),
    promptTokens: countIn(error.n_prompt_tokens) ?? firstCount(PROMPTS, message),
  }
}

/** Some servers send the message alone, or under other names. */
function messageOf(error: Readonly<Record<string, unknown>>, text: string): string {
  for (const name of ['message', 'error', 'detail']) if (typeof error[name] === 'string') return error[name]
  return text
}

function firstCount(expressions: readonly RegExp[], message: string): number | undefined {
  for (const expression of expressions) {
    const count = countIn(Number(expression.exec(message)?.[1]))
    if (count !== undefined) return count
  }
  return undefined
}
