import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasBearer } from '../gate/bearer-token.ts'
import { pathOf } from '../gate/request-target.ts'
import type { Log } from '../ports.ts'
import type { MetricsPage } from './metrics-page.ts'

/** Connections of a few scrapers. More are closed at once: they would take file descriptors from the clients. */
const MAX_CONNECTIONS = 64
/** Milliseconds without a byte in either direction after which a connection is closed. Between requests it is kept. */
const STALLED_MS = 30_000
/** Milliseconds between two requests of a connection. It must exceed the usual interval of a scraper, 60 s. */
const KEEP_ALIVE_MS = 90_000

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  /** Undefined: no token is needed. */
  readonly token: string | undefined
  readonly page: MetricsPage
  readonly log: Log
  /** Milliseconds; 30 s if absent. */
  readonly stalledMs?: number
}

/**
 * Answers `GET /metrics` on a separate port.
 * @throws {Error} with the code of `listen`, such as EADDRINUSE
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void answer(options, request, response)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.setTimeout(options.stalledMs ?? STALLED_MS)
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      const isClosed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await isClosed
    },
  }
}

async function answer(
  { token, page, log }: MetricsServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (pathOf(request.url) !== '/metrics') return end(response, 404, 'Not found. The metrics are at /metrics.\n')
  if (!isRead) return end(response.setHeader('Allow', 'GET, HEAD'), 405, 'Only GET and HEAD are allowed.\n')
  if (token !== undefined && !hasBearer(request.headers, token)) {
    return end(response, 401, 'Send PLEAT_METRICS_TOKEN as "Authorization: Bearer <token>".\n')
  }
  try {
    end(response, 200, await page.text(), page.contentType)
  } catch (error) {
    log.error({ error }, 'The metrics could not be read.')
    end(response, 500, 'The metrics could not be read.\n')
  }
}

function end(response: ServerResponse, status: number, body: string, contentType = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
