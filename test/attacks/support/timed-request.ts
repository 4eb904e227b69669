import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface TimedResponse {
  /** 0 when the connection broke. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Milliseconds from the first byte sent to the last received. */
  readonly ms: number
}

export interface TimedRequest {
  readonly key: string
  readonly body: Buffer | string
  readonly headers?: Readonly<Record<string, string>>
  readonly agent?: Agent
  /** Milliseconds after which the connection is cut. */
  readonly abortAfterMs?: number
}

/** Posts a body and times the response. Never rejects. */
export function postTimed(
  url: string,
  { key, body, headers, agent, abortAfterMs }: TimedRequest,
): Promise<TimedResponse> {
  const startedAt = performance.now()
  const head = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(url.endsWith('/v1/messages') && { 'anthropic-version': '2023-06-01' }),
    ...headers,
  }
  return new Promise((resolve) => {
    const finish = (status: number, received: IncomingHttpHeaders, text: string) =>
      resolve({ status, headers: received, text, ms: performance.now() - startedAt })
    const outgoing = request(url, { method: 'POST', headers: head, ...(agent && { agent }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => {})
      response.on('close', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        finish(response.complete ? (response.statusCode ?? 0) : 0, response.headers, text)
      })
    })
    outgoing.on('error', () => finish(0, {}, ''))
    if (abortAfterMs !== undefined) setTimeout(() => outgoing.destroy(), abortAfterMs)
    outgoing.end(body)
  })
}
