import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool, request as send } from 'undici'
import { announce } from './announce.ts'

/**
 * The minimal proxy on Node: `node:http` in, `undici.request` out, without reading or changing bodies. Costs beyond it
 * are those of a proxy's features. Runs as its own process; the first argument is the upstream's address.
 */
const upstream = process.argv[2]!
const dispatcher = new Pool(upstream, { connections: null, pipelining: 1 })
const NOT_FORWARDED = new Set(['host', 'connection', 'transfer-encoding', 'keep-alive'])

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request)
  const headers = kept(request.rawHeaders)
  const answer = await send(upstream + request.url, {
    dispatcher,
    method: 'POST',
    headers,
    body,
    responseHeaders: 'raw',
  })
  response.writeHead(answer.statusCode, kept(answer.headers as unknown as string[]))
  answer.body
    .on('data', (chunk: Buffer) => response.write(chunk))
    .on('end', () => response.end())
    .on('error', () => response.destroy())
}

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
  })
}

function kept(headers: readonly (string | Buffer)[]): string[] {
  const result: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = String(headers[i])
    if (!NOT_FORWARDED.has(name.toLowerCase())) result.push(name, String(headers[i + 1]))
  }
  return result
}

const server = createServer({ noDelay: true, keepAliveTimeout: 600_000, requestTimeout: 0 }, (request, response) => {
  pass(request, response).catch(() => response.destroy())
})

announce(server)
