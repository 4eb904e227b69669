import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { KEY } from './start-proxy.ts'

export interface PlainAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  /** The bytes of the body, not decoded. */
  readonly body: Buffer
}

export interface PlainRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

/** Sends one request on a separate connection, adds and decodes nothing. Rejects when the response breaks off. */
export async function send(url: string, { method, headers = {}, body }: PlainRequest = {}): Promise<PlainAnswer> {
  const sent = request(url, { method: method ?? (body === undefined ? 'GET' : 'POST'), agent: false, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { statusCode = 0, rawHeaders } = response
  return { status: statusCode, headers: response.headers, rawHeaders, body: Buffer.concat(chunks) }
}

/** A proxied request with the test's key. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<PlainAnswer> {
  return send(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
}

/** The error in a response body. */
export function errorOf(answer: PlainAnswer): Record<string, unknown> {
  return (JSON.parse(answer.body.toString('utf8')) as { error: Record<string, unknown> }).error
}

/** A raw connection; `received` contains all received bytes. */
export interface RawConnection {
  readonly socket: Socket
  received(): string
  /** Resolves when the received bytes contain `text`. */
  until(text: string): Promise<void>
  closed: Promise<unknown>
}

export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  return {
    socket,
    received: () => received,
    async until(text) {
      while (!received.includes(text)) await once(socket, 'data')
    },
    closed: once(socket, 'close'),
  }
}

export const CHAT = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello there' }] }
export const MESSAGE = { model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }
