import OpenAI from 'openai'
import { SYSTEM } from './conversations/all.ts'
import type { Question, WrittenConversation } from './conversations/conversation.ts'

/** The history that the model gets with a question: all of it, the folded one, or none. */
export const WAYS = ['full', 'folded', 'emptied'] as const

export type Way = (typeof WAYS)[number]

/** The result of one question with one kind of history. */
export interface Reply {
  readonly conversation: string
  readonly question: string
  readonly way: Way
  /** The answer; undefined if the request exceeded the window and was refused. */
  readonly answer: string | undefined
  readonly isRight: boolean
  /** Tokens of the prompt as the model counts them; undefined when it was refused. */
  readonly promptTokens: number | undefined
  /** Value of Pleat's header `X-Service-Compression`. */
  readonly compression: string
}

/** Longest answer, in tokens: one short sentence. */
export const MAX_ANSWER_TOKENS = 24

/** The messages of a request that asks the question in this way. */
export function messagesOf(
  { turns }: WrittenConversation,
  { asked }: Question,
  way: Way,
): OpenAI.ChatCompletionMessageParam[] {
  const said = way === 'emptied' ? [] : turns
  return [
    { role: 'system', content: SYSTEM },
    ...said.flatMap(([user, assistant]) => [
      { role: 'user' as const, content: user },
      { role: 'assistant' as const, content: assistant },
    ]),
    { role: 'user', content: asked },
  ]
}

/** Asks one question; as a stream or not, which must not matter to the answer. */
export async function askModel(
  client: OpenAI,
  conversation: WrittenConversation,
  { question, way, isStream }: { question: Question; way: Way; isStream: boolean },
): Promise<Reply> {
  const body = {
    model: 'tinyllama',
    messages: messagesOf(conversation, question, way),
    temperature: 0,
    seed: 1,
    max_tokens: MAX_ANSWER_TOKENS,
  }
  const headers = way === 'folded' ? {} : { 'X-Service-Compression': 'off' }
  const asked = { conversation: conversation.name, question: question.asked, way }
  try {
    const { said, compression } = await (isStream ? readStream : readWhole)(client, body, headers)
    const answer = said.answer.trim()
    return { ...asked, answer, isRight: holdsFact(answer, question.fact), promptTokens: said.promptTokens, compression }
  } catch (error) {
    if (!(error instanceof OpenAI.BadRequestError) || error.code !== 'context_length_exceeded') throw error
    const compression = error.headers?.get(COMPRESSION) ?? ''
    return { ...asked, answer: undefined, isRight: false, promptTokens: undefined, compression }
  }
}

/** True if the answer contains one of the wordings of a fact, ignoring case. */
export function holdsFact(answer: string, fact: readonly string[]): boolean {
  const text = answer.toLowerCase().replace(/\s+/g, ' ')
  return fact.some((wording) => text.includes(wording.toLowerCase()))
}

const COMPRESSION = 'x-service-compression'

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming

interface Said {
  readonly said: { readonly answer: string; readonly promptTokens: number | undefined }
  readonly compression: string
}

async function readWhole(client: OpenAI, body: Body, headers: Record<string, string>): Promise<Said> {
  const { data, response } = await client.chat.completions.create(body, { headers }).withResponse()
  const answer = data.choices[0]?.message.content ?? ''
  return { said: { answer, promptTokens: data.usage?.prompt_tokens }, compression: compressionOf(response) }
}

async function readStream(client: OpenAI, body: Body, headers: Record<string, string>): Promise<Said> {
  const streamed = { ...body, stream: true as const, stream_options: { include_usage: true } }
  const { data, response } = await client.chat.completions.create(streamed, { headers }).withResponse()
  let answer = ''
  let promptTokens: number | undefined
  for await (const { choices, usage } of data) {
    answer += choices[0]?.delta.content ?? ''
    promptTokens = usage?.prompt_tokens ?? promptTokens
  }
  return { said: { answer, promptTokens }, compression: compressionOf(response) }
}

function compressionOf(response: Response): string {
  return response.headers.get(COMPRESSION) ?? ''
}
