import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A received alert. */
export interface ReceivedAlert {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A local receiver of alerts. */
export interface AlertReceiver {
  readonly url: string
  readonly received: readonly ReceivedAlert[]
  /** Types of the received alerts, oldest first. */
  types(): readonly string[]
  close(): void
}

/** Starts a receiver that responds with these statuses, one after the other, and then always with the last one. */
export async function startAlertReceiver(statuses: readonly number[] = [204]): Promise<AlertReceiver> {
  const received: ReceivedAlert[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses[Math.min(received.length, statuses.length - 1)]!
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
