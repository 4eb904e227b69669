import type { BuiltAnswer } from './built-answer.ts'
import { buildChatAnswer } from './chat-answer.ts'
import { checkChat } from './chat-rules.ts'
import type { ThinkingMemory } from './claude-thinking.ts'
import type { ClaudeTurn } from './claude-turns.ts'
import { checkWindow } from './context-window.ts'
import { checkCredentials, STAND_IN_KEYS } from './credentials.ts'
import type { JsonObject } from './json-object.ts'
import { buildMessagesAnswer } from './messages-answer.ts'
import { checkMessages } from './messages-rules.ts'
import { PrefixCache, segmentsOf } from './prefix-cache.ts'
import type { RecordedRequest, RequestKind } from './recorded-request.ts'
import { type Family, familyOf, Refusal } from './refusal.ts'
import { buildResponsesAnswer } from './responses-answer.ts'
import { createResponsesMemory, type ResponsesMemory } from './responses-memory.ts'
import { checkResponses, type ReadInput } from './responses-rules.ts'
import { routeOf } from './routes.ts'
import type { Answer } from './scripted-answer.ts'
import { seededRandom } from './seeded-random.ts'
import { bindingOf, createThinkingSigner } from './thinking-signature.ts'
import { type DelayedAnswer, errorAnswer, rawAnswer, refusalAnswer, wireAnswer } from './wire-answer.ts'

/** Returns the response of the provider to a request. */
export type Script = (kind: RequestKind, body: JsonObject, request: RecordedRequest) => Answer | Promise<Answer>

export interface DeskOptions {
  /** The answers; "OK." by default. */
  readonly answer?: Script
  /** The keys it accepts. */
  readonly keys?: Partial<Record<Family, string>>
  /** False: accepts any request, to replay recordings. */
  readonly isStrict?: boolean
  /** Counts the tokens of a text for `usage`; a quarter of its characters by default. */
  readonly countTokens?: (text: string) => number
  readonly seed?: number
  /** The context window of its models, in tokens; unlimited by default. */
  readonly windowTokens?: number
}

/** Reads, refuses and answers requests. */
export interface Desk {
  answer(request: RecordedRequest, number: number): Promise<DelayedAnswer>
}

interface DeskState {
  readonly isStrict: boolean
  readonly keys: Readonly<Record<Family, string>>
  readonly script: Script
  readonly countTokens: (text: string) => number
  readonly windowTokens: number | undefined
  readonly cache: PrefixCache
  readonly random: () => number
  readonly memory: ThinkingMemory & { readonly byCall: Map<string, string> }
  readonly responses: ResponsesMemory
}

/** A desk that remembers its signatures and the requests that it has received. */
export function createDesk(options: DeskOptions): Desk {
  const countTokens = options.countTokens ?? ((text) => Math.ceil(text.length / 4))
  const state: DeskState = {
    isStrict: options.isStrict !== false,
    keys: { ...STAND_IN_KEYS, ...options.keys },
    script: options.answer ?? (() => ({ text: 'OK.' })),
    countTokens,
    windowTokens: options.windowTokens,
    cache: new PrefixCache(countTokens),
    random: seededRandom(options.seed ?? 1),
    memory: { signer: createThinkingSigner(), byCall: new Map() },
    responses: createResponsesMemory(),
  }
  return {
    async answer(request, number) {
      try {
        return await take(state, request, number)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        request.refusal = thrown.message
        return refusalAnswer(familyOf(request.path, request.headers), thrown, { number })
      }
    },
  }
}

async function take(state: DeskState, request: RecordedRequest, number: number): Promise<DelayedAnswer> {
  const family = familyOf(request.path, request.headers)
  if (state.isStrict) checkCredentials(family, request.headers, state.keys)
  const kind = routeOf(request)
  const body = (request.json ?? {}) as JsonObject
  const turns = state.isStrict ? check(state, kind, request) : []
  const input = kind === 'responses' && state.isStrict ? checkResponses(body, state.responses) : undefined
  const { windowTokens: tokens, countTokens } = state
  if (tokens !== undefined) checkWindow(kind, body, { tokens, countTokens })
  const answer = await state.script(kind, body, request)
  if (answer.raw) return rawAnswer(answer, state.random)
  if (answer.error) return errorAnswer(family, answer, number)
  const built = build(state, answer, { kind, body, turns, input, number })
  return wireAnswer(family, { answer, built, number }, request)
}

function check(state: DeskState, kind: RequestKind, { json, headers }: RecordedRequest): readonly ClaudeTurn[] {
  if (kind === 'chat') checkChat(json)
  if (kind !== 'messages' && kind !== 'count_tokens') return []
  const version = String(headers['anthropic-version'])
  return checkMessages(json, { version, memory: state.memory, isCounting: kind === 'count_tokens' })
}

function build(
  { countTokens, cache, random, memory, responses }: DeskState,
  answer: Answer,
  request: {
    kind: RequestKind
    body: JsonObject
    turns: readonly ClaudeTurn[]
    input: ReadInput | undefined
    number: number
  },
): BuiltAnswer {
  const { kind, body, input, number } = request
  if (kind === 'models' || kind === 'hello') return { kind: 'json', text: JSON.stringify(MODELS) }
  const figures = cache.measure(segmentsOf(body))
  if (kind === 'count_tokens') return { kind: 'json', text: JSON.stringify({ input_tokens: figures.total }) }
  const outputTokens = countTokens(`${answer.thinking ?? ''}${answer.text ?? ''}`)
  const context = { body, outputTokens, random, number, figures }
  if (kind === 'chat') return buildChatAnswer(answer, context)
  if (kind === 'responses') return buildResponsesAnswer(answer, { ...context, input, memory: responses })
  const { prefix, previous } = bindingOf(body, request.turns)
  const sign = (thinking: string) => memory.signer.sign(thinking, prefix, previous)
  const { built, content } = buildMessagesAnswer(answer, { ...context, sign })
  remember(memory.byCall, content)
  return built
}

const MODELS = { object: 'list', data: [{ id: 'stand-in', object: 'model', owned_by: 'stand-in' }] }

function remember(byCall: Map<string, string>, content: readonly JsonObject[]): void {
  const thinking = content.find((block) => block.type === 'thinking')
  if (!thinking) return
  for (const block of content) if (block.type === 'tool_use') byCall.set(String(block.id), String(thinking.signature))
}
