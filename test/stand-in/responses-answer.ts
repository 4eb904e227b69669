import { type BuiltAnswer, pieces, randomText } from './built-answer.ts'
import type { AnswerContext } from './chat-answer.ts'
import type { JsonObject } from './json-object.ts'
import type { ResponsesMemory } from './responses-memory.ts'
import type { ReadInput } from './responses-rules.ts'
import type { Answer } from './scripted-answer.ts'

export interface ResponsesContext extends AnswerContext {
  /** Undefined if requests are not checked. */
  readonly input: ReadInput | undefined
  readonly memory: ResponsesMemory
}

const CREATED_AT = 1_795_000_000
const LEAST_CACHED = 1024
const CACHED_STEP = 128

/** The response of the Responses API: indented JSON, or events of which the last contains the whole response. */
export function buildResponsesAnswer(answer: Answer, context: ResponsesContext): BuiltAnswer {
  const output = outputOf(answer, context)
  keep(output, context)
  const response = responseOf(output, context)
  if (context.body.stream !== true) return { kind: 'json', text: `${JSON.stringify(response, null, 2)}\n` }
  return { kind: 'stream', events: eventsOf(output, response, context) }
}

function outputOf(answer: Answer, { input, memory, number, random }: ResponsesContext): JsonObject[] {
  const output: JsonObject[] = []
  const id = (prefix: string) => `${prefix}_${String(number).padStart(8, '0')}${output.length}${randomText(random, 16)}`
  if (answer.thinking !== undefined) {
    const seal = memory.seal(input?.prefix ?? '')
    output.push({ id: id('rs'), type: 'reasoning', summary: [], encrypted_content: seal })
  }
  if (answer.text !== undefined) {
    const content = [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }]
    const phase = answer.toolCalls ? 'commentary' : 'final_answer'
    output.push({ id: id('msg'), type: 'message', status: 'completed', role: 'assistant', phase, content })
  }
  for (const { name, input: given, id: callId } of answer.toolCalls ?? []) {
    const call = { call_id: callId ?? `call_${number}_${output.length}_${randomText(random, 8)}`, name }
    output.push({ id: id('fc'), type: 'function_call', status: 'completed', ...call, arguments: JSON.stringify(given) })
  }
  return output
}

function keep(output: readonly JsonObject[], { body, input, memory, number }: ResponsesContext): void {
  let reasoning: string | undefined
  for (const item of output) {
    const id = String(item.id)
    if (item.type === 'reasoning') reasoning = id
    else if (reasoning !== undefined) memory.reasoningOf.set(id, reasoning)
    if (body.store !== false) memory.items.set(id, item)
  }
  if (body.store !== false) memory.responses.set(responseId(number), { items: [...(input?.items ?? []), ...output] })
}

function responseId(number: number): string {
  return `resp_${String(number).padStart(24, '0')}`
}

function responseOf(output: readonly JsonObject[], context: ResponsesContext): JsonObject {
  const { body, input, number, figures, outputTokens } = context
  const cached = figures.cached < LEAST_CACHED ? 0 : Math.floor(figures.cached / CACHED_STEP) * CACHED_STEP
  return {
    ...headOf(body, number),
    status: 'completed',
    output,
    ...(input && input.transformations.length > 0 && { input_transformations: input.transformations }),
    usage: {
      input_tokens: figures.total,
      input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: figures.total + outputTokens,
    },
  }
}

function headOf(body: JsonObject, number: number): JsonObject {
  const { model, instructions = null, tools = [], previous_response_id: previous = null, store = true } = body
  return {
    id: responseId(number),
    object: 'response',
    created_at: CREATED_AT + number,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions,
    model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: previous,
    store,
    tool_choice: 'auto',
    tools,
    usage: null,
    metadata: {},
  }
}

function eventsOf(output: readonly JsonObject[], response: JsonObject, { body, number, random }: ResponsesContext) {
  const events: string[] = []
  const emit = (type: string, fields: object) => {
    events.push(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: events.length, ...fields })}\n\n`)
  }
  emit('response.created', { response: headOf(body, number) })
  emit('response.in_progress', { response: headOf(body, number) })
  for (const [index, item] of output.entries()) emitItem(emit, { item, index, random })
  emit('response.completed', { response })
  return events
}

type Emit = (type: string, fields: object) => void

function emitItem(
  emit: Emit,
  { item, index, random }: { item: JsonObject; index: number; random: () => number },
): void {
  const at = { item_id: item.id, output_index: index }
  const begun =
    item.type === 'message'
      ? { ...item, content: [] }
      : item.type === 'function_call'
        ? { ...item, arguments: '' }
        : item
  emit('response.output_item.added', { output_index: index, item: { ...begun, status: 'in_progress' } })
  if (item.type === 'message') {
    const [part] = item.content as readonly { readonly text: string }[]
    const place = { ...at, content_index: 0 }
    emit('response.content_part.added', {
      ...place,
      part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
    })
    for (const delta of pieces(part!.text, random)) {
      const obfuscation = randomText(random, 1 + Math.floor(random() * 12))
      emit('response.output_text.delta', { ...place, delta, logprobs: [], obfuscation })
    }
    emit('response.output_text.done', { ...place, text: part!.text, logprobs: [] })
    emit('response.content_part.done', { ...place, part })
  }
  if (item.type === 'function_call') {
    for (const delta of pieces(String(item.arguments), random))
      emit('response.function_call_arguments.delta', { ...at, delta })
    emit('response.function_call_arguments.done', { ...at, name: item.name, arguments: item.arguments })
  }
  emit('response.output_item.done', { output_index: index, item })
}
