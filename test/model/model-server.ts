import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChatRequest, promptOf, RequestProblem, readChatRequest } from './chat-request.ts'
import type { LanguageModel, Token } from './language-model.ts'

/** A provider of one model that speaks OpenAI's chat completions. */
export interface ModelServer {
  /** Base address without `/v1`. */
  readonly url: string
  /** Number of requests so far, including refused ones. */
  readonly requests: number
  close(): Promise<void>
}

interface Exchange {
  readonly model: LanguageModel
  readonly request: ChatRequest
  readonly prompt: readonly Token[]
  readonly id: string
}

/** Starts a server in front of `model`, which answers one request after the other. */
export async function startModelServer(model: LanguageModel): Promise<ModelServer> {
  let requests = 0
  let before: Promise<unknown> = Promise.resolve()
  const server = createServer((incoming, outgoing) => {
    const id = `chatcmpl-${++requests}`
    before = before.then(() => answer(incoming, outgoing, { model, id })).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await before
    },
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { model, id }: Pick<Exchange, 'model' | 'id'>,
): Promise<void> {
  try {
    const request = await readChatRequest(incoming)
    const prompt = model.tokensOf(promptOf(request.messages))
    const most = model.windowTokens
    if (prompt.length + request.maxTokens > most) {
      const messages = `However, you requested ${prompt.length + request.maxTokens} tokens (${prompt.length} in the messages, ${request.maxTokens} in the completion)`
      throw new RequestProblem(
        `This model's maximum context length is ${most} tokens. ${messages}. Please reduce the length of the messages or completion.`,
        { status: 400, code: 'context_length_exceeded', param: 'messages' },
      )
    }
    const exchange = { model, request, prompt, id }
    await (request.isStream ? answerInPieces(exchange, outgoing) : answerAtOnce(exchange, outgoing))
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    const { message, status, code, param } = error
    sendJson(outgoing, status, { error: { message, type: 'invalid_request_error', param, code } })
  }
}

async function answerAtOnce({ model, request, prompt, id }: Exchange, outgoing: ServerResponse): Promise<void> {
  const pieces: string[] = []
  for await (const piece of model.continue(prompt, request.maxTokens)) pieces.push(piece)
  const choice = {
    index: 0,
    message: { role: 'assistant', content: pieces.join('').trimStart(), refusal: null },
    logprobs: null,
    finish_reason: finishOf(pieces.length, request),
  }
  const usage = usageOf(prompt.length, pieces.length)
  sendJson(outgoing, 200, { ...frameOf('chat.completion', request, id), choices: [choice], usage })
}

async function answerInPieces({ model, request, prompt, id }: Exchange, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const frame = frameOf('chat.completion.chunk', request, id)
  const send = (fields: object): void => void outgoing.write(`data: ${JSON.stringify({ ...frame, ...fields })}\n\n`)
  const sendDelta = (delta: object, finish: string | null = null): void =>
    send({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
  sendDelta({ role: 'assistant', content: '' })
  let count = 0
  for await (const piece of model.continue(prompt, request.maxTokens)) {
    // A client that has disconnected does not delay the next one.
    if (outgoing.destroyed) return
    sendDelta({ content: count++ === 0 ? piece.trimStart() : piece })
  }
  sendDelta({}, finishOf(count, request))
  if (request.hasUsage) send({ choices: [], usage: usageOf(prompt.length, count) })
  outgoing.end('data: [DONE]\n\n')
}

function frameOf(object: string, { model }: ChatRequest, id: string): object {
  return { id, object, created: Math.floor(Date.now() / 1000), model }
}

function finishOf(tokens: number, { maxTokens }: ChatRequest): string {
  return tokens === maxTokens ? 'length' : 'stop'
}

function usageOf(promptTokens: number, answerTokens: number): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: answerTokens,
    total_tokens: promptTokens + answerTokens,
  }
}

function sendJson(outgoing: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value)
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
}
