import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Receipt, writeReceipt } from './receipt.ts'

/** Names the call that a request belongs to; the proxy passes it on. */
export const CALL_HEADER = 'x-bench-call'

/** The bodies that arrived for one call. A call that a client had to repeat arrives more than once. */
export interface Arrival {
  readonly digests: readonly string[]
}

/** A stand-in provider that keeps a digest of each body, and whose receipts follow the documented prompt caches. */
export interface Provider {
  readonly url: string
  /** Arrivals by call. */
  readonly arrivals: ReadonlyMap<string, Arrival>
  close(): Promise<void>
}

/** Shortest and longest time of an answer. It is long enough that a killed node has requests in flight. */
const ANSWER_MS = { least: 5, most: 40 }
const BYTES_PER_TOKEN = 4
const STEP = 128
const LEAST_CACHED = 1024

export async function startProvider(): Promise<Provider> {
  const arrivals = new Map<string, { digests: string[] }>()
  /** The newest body of each conversation, which the cache contains. */
  const cached = new Map<string, Buffer>()
  const server = createServer({ keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const call = String(request.headers[CALL_HEADER])
    const arrival = arrivals.get(call) ?? { digests: [] }
    arrivals.set(call, arrival)
    arrival.digests.push(createHash('sha256').update(body).digest('hex'))
    const conversation = call.slice(0, call.lastIndexOf(' '))
    const inputTokens = Math.ceil(body.length / BYTES_PER_TOKEN)
    const shared = Math.floor(sharedLength(cached.get(conversation), body) / BYTES_PER_TOKEN)
    cached.set(conversation, body)
    const isMarked = request.url?.endsWith('/messages') !== true || body.includes('"cache_control"')
    const isCached = isMarked && shared >= LEAST_CACHED
    const receipt: Receipt = { inputTokens, cachedTokens: isCached ? Math.floor(shared / STEP) * STEP : 0 }
    await sleep(ANSWER_MS.least + Math.random() * (ANSWER_MS.most - ANSWER_MS.least))
    const wire = request.url?.endsWith('/messages') ? 'anthropic' : 'openai'
    writeReceipt(response, { wire, streams: body.includes('"stream":true'), receipt })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sharedLength(before: Buffer | undefined, body: Buffer): number {
  if (before === undefined) return 0
  const most = Math.min(before.length, body.length)
  let length = 0
  while (length < most && before[length] === body[length]) length++
  return length
}
