import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request that the provider received. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  /** Alternating names and values, in their original spelling. */
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** Resolves when the connection of this request is closed. */
  readonly closed: Promise<void>
}

/** The provider's reaction to a request. The default is 200 with a short JSON body. */
export type Script = (response: ServerResponse, request: SeenRequest) => void | Promise<void>

/** A scripted provider that records its requests. */
export interface ScriptedUpstream {
  readonly url: string
  readonly seen: SeenRequest[]
  /** Scripts of the next requests; the last one is repeated. */
  play(...scripts: Script[]): void
  close(): Promise<void>
}

/** Responds with `status`, `body` and `headers`. */
export function reply(status: number, body: string | Buffer, headers: Record<string, string | string[]> = {}): Script {
  return (response) => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    })
    response.end(body)
  }
}

/** Answers 200 with the chunks. Each is written in a separate tick. */
export function stream(chunks: readonly Buffer[], headers: Record<string, string> = {}): Script {
  return async (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers })
    for (const chunk of chunks) {
      response.write(chunk)
      await new Promise(setImmediate)
    }
    response.end()
  }
}

/** Starts a provider on a free port. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const seen: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let scripts: Script[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // An incomplete request is not recorded.
      return
    }
    const { method = '', url = '', rawHeaders, headers } = request
    const closed = once(response, 'close').then(() => {})
    const seenRequest = { method, path: url, rawHeaders, headers, body: Buffer.concat(chunks), closed }
    seen.push(seenRequest)
    const script = scripts.length > 1 ? scripts.shift()! : (scripts[0] ?? reply(200, '{"ok":true}'))
    await script(response, seenRequest)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play(...next) {
      scripts = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
