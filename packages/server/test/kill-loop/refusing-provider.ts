import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Headers of a request: its turn, and the digest of its original body. */
export const TURN_HEADER = 'x-kill-turn'
export const ORIGINAL_HEADER = 'x-kill-original'
/** Header with which a request asks the provider to refuse a rewritten body. */
export const REFUSING_HEADER = 'x-kill-refuses'

/** A provider that caches nothing, and refuses rewritten bodies of requests with `REFUSING_HEADER`. */
export interface RefusingProvider {
  readonly url: string
  /** Digest of the last accepted body, by turn. */
  readonly accepted: ReadonlyMap<string, string>
  /** Number of refused bodies, by turn. */
  readonly refused: ReadonlyMap<string, number>
  close(): Promise<void>
}

const BYTES_PER_TOKEN = 4

export function digestOf(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

export async function startRefusingProvider(): Promise<RefusingProvider> {
  const accepted = new Map<string, string>()
  const refused = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const digest = digestOf(body)
    const { [TURN_HEADER]: named, [ORIGINAL_HEADER]: original, [REFUSING_HEADER]: refuses } = request.headers
    const isRefused = refuses !== undefined && digest !== original
    const turn = String(named)
    if (isRefused) refused.set(turn, (refused.get(turn) ?? 0) + 1)
    else accepted.set(turn, digest)
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isRefused ? REFUSAL : answerTo(body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    refused,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const REFUSAL = { error: { message: 'These messages are not accepted.', type: 'invalid_request_error' } }

function answerTo(body: Buffer): object {
  const prompt_tokens = Math.ceil(body.length / BYTES_PER_TOKEN)
  const usage = {
    prompt_tokens,
    completion_tokens: 1,
    total_tokens: prompt_tokens + 1,
    prompt_tokens_details: { cached_tokens: 0 },
  }
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }]
  return { id: 'c', object: 'chat.completion', created: 0, model: 'gpt-4o', choices, usage }
}
