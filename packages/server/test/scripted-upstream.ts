import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request as it reached the provider. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  /** Flat, as spelled. */
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** Resolves when the connection of this request is closed. */
  readonly closed: Promise<void>
}

/** What the provider does with one request; without a script for it, it answers 200 with a short JSON body. */
export type Script = (response: ServerResponse, request: SeenRequest) => void | Promise<void>

/** A provider that does as it is told and keeps what it was sent. */
export interface ScriptedUpstream {
  readonly url: string
  readonly seen: SeenRequest[]
  /** Scripts for the requests to come, one each; the last one stays. */
  play(...scripts: Script[]): void
  close(): Promise<void>
}

/** Answers with `status`, `body` and `headers`. */
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

/** Answers 200 with the chunks, each in a write of its own after the one before has left. */
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
      // A request that breaks off is none.
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
