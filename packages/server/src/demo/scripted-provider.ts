import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A message of the chat completions API. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A local provider with scripted answers, without a model. */
export interface ScriptedProvider {
  /** Base address, without `/v1`. */
  readonly url: string
  /** The messages of the newest request. */
  readonly lastReceived: readonly ChatMessage[]
  close(): void
}

/** Starts a provider that answers chat completions with these answers, one after the other. */
export async function startScriptedProvider(answers: readonly string[]): Promise<ScriptedProvider> {
  let answered = 0
  let lastReceived: readonly ChatMessage[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { messages, model } = (await json(request)) as { messages: ChatMessage[]; model: string }
    lastReceived = messages
    const content = answers[answered] ?? ''
    const body = JSON.stringify({
      id: `chatcmpl-${answered++}`,
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get lastReceived() {
      return lastReceived
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
