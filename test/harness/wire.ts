import { type IncomingHttpHeaders, request } from 'node:http'

/** A response as received, without decoding. */
export interface WireResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** False when the connection broke before the body was whole. */
  readonly isWhole: boolean
}

export interface WireRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: Buffer | string
}

/** Sends a request and keeps its response byte for byte. Rejects only when no response head arrives. */
export function send(url: string, { method = 'POST', headers = {}, body }: WireRequest): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: headers as Record<string, string> }, (response) => {
      const chunks: Buffer[] = []
      const finish = () => {
        const { statusCode = 0, headers: received, complete } = response
        resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks), isWhole: complete })
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', finish).on('end', finish).on('close', finish)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The endpoints whose requests are folded. */
export type Wire = 'openai' | 'anthropic' | 'responses'

export const PATHS: Readonly<Record<Wire, string>> = {
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
  responses: '/v1/responses',
}

/** The member of a body that holds the conversation. */
export const HISTORY_FIELDS: Readonly<Record<Wire, 'messages' | 'input'>> = {
  openai: 'messages',
  anthropic: 'messages',
  responses: 'input',
}

/** The conversation in a body of any wire. */
export function historyIn(body: unknown): readonly { readonly role?: string; readonly content?: unknown }[] {
  const { messages, input } = body as { readonly messages?: readonly object[]; readonly input?: readonly object[] }
  return messages ?? input ?? []
}

/** Posts a body to one of the endpoints at `base`, with a bearer key and the headers that the API requires. */
export function post(
  base: string,
  wire: Wire,
  { key, body, headers }: { key: string; body: object | string | Buffer; headers?: WireRequest['headers'] },
): Promise<WireResponse> {
  const isPlain = typeof body === 'object' && !Buffer.isBuffer(body)
  return send(`${base}${PATHS[wire]}`, {
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(wire === 'anthropic' && { 'anthropic-version': '2023-06-01' }),
      ...headers,
    },
    body: isPlain ? JSON.stringify(body) : body,
  })
}
