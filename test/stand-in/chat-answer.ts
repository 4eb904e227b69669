import { type BuiltAnswer, pieces, randomText } from './built-answer.ts'
import { isObject, type JsonObject } from './json-object.ts'
import type { CacheFigures } from './prefix-cache.ts'
import type { Answer, ScriptedCall } from './scripted-answer.ts'

export interface AnswerContext {
  readonly body: JsonObject
  readonly figures: CacheFigures
  readonly outputTokens: number
  readonly random: () => number
  /** Number of the request at this stand-in. */
  readonly number: number
}

const CREATED_AT = 1_795_000_000
/** Tokens of the shortest cached prefix, and of the steps beyond it. */
const LEAST_CACHED = 1024
const CACHED_STEP = 128

/** The response of the chat completions API: indented JSON with a line break, or chunks with random padding. */
export function buildChatAnswer(answer: Answer, context: AnswerContext): BuiltAnswer {
  const calls = (answer.toolCalls ?? []).map((call, index) => toolCall(call, index, context))
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  if (context.body.stream === true) return { kind: 'stream', events: chunkEvents(answer, calls, finish, context) }
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(calls.length > 0 && { tool_calls: calls }),
    refusal: null,
    annotations: [],
  }
  const value = {
    ...frame('chat.completion', context),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: usageOf(context),
    service_tier: 'default',
    system_fingerprint: 'fp_stand_in',
  }
  return { kind: 'json', text: `${JSON.stringify(value, null, 2)}\n` }
}

type Call = ReturnType<typeof toolCall>

function chunkEvents(answer: Answer, calls: readonly Call[], finish: string, context: AnswerContext): string[] {
  const { body, random } = context
  const hasUsage = isObject(body.stream_options) && body.stream_options.include_usage === true
  const chunk = (choices: readonly object[], usage: object | null = null) => {
    const value = {
      ...frame('chat.completion.chunk', context),
      service_tier: 'default',
      system_fingerprint: 'fp_stand_in',
      choices,
      ...(hasUsage && { usage }),
      obfuscation: randomText(random, 1 + Math.floor(random() * 12)),
    }
    return `data: ${JSON.stringify(value)}\n\n`
  }
  const delta = (content: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: content, logprobs: null, finish_reason: reason }])
  const events = [delta({ role: 'assistant', content: calls.length > 0 ? null : '', refusal: null })]
  for (const piece of pieces(answer.text ?? '', random)) events.push(delta({ content: piece }))
  for (const [index, call] of calls.entries()) {
    const { name, arguments: text } = call.function
    const start = { index, id: call.id, type: 'function', function: { name, arguments: '' } }
    events.push(delta({ tool_calls: [start] }))
    for (const piece of pieces(text, random)) {
      events.push(delta({ tool_calls: [{ index, function: { arguments: piece } }] }))
    }
  }
  events.push(delta({}, finish))
  if (hasUsage) events.push(chunk([], usageOf(context)))
  events.push('data: [DONE]\n\n')
  return events
}

function frame(object: string, { body, number }: AnswerContext) {
  const id = `chatcmpl-${String(number).padStart(24, '0')}`
  return { id, object, created: CREATED_AT + number, model: String(body.model) }
}

function toolCall({ name, input, id }: ScriptedCall, index: number, { number, random }: AnswerContext) {
  const text = JSON.stringify(input)
  return {
    id: id ?? `call_${number}_${index}_${randomText(random, 8)}`,
    type: 'function',
    function: { name, arguments: text },
  }
}

function usageOf({ figures, outputTokens }: AnswerContext) {
  const cached = figures.cached < LEAST_CACHED ? 0 : Math.floor(figures.cached / CACHED_STEP) * CACHED_STEP
  return {
    prompt_tokens: figures.total,
    completion_tokens: outputTokens,
    total_tokens: figures.total + outputTokens,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  }
}
