import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One exchange as its client saw it. */
export interface SeenExchange {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

export interface RecordingRelay {
  readonly url: string
  readonly exchanges: readonly SeenExchange[]
  close(): Promise<void>
}

/** A relay in front of `target` that records the headers of the answers. */
export async function startRecordingRelay(target: string): Promise<RecordingRelay> {
  const exchanges: SeenExchange[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const onward = openRequest(`${target}${path}`, { method, headers }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer
      exchanges.push({ method, path, status, headers: received })
      outgoing.writeHead(status, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
