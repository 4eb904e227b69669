import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A provider that records every received byte and responds to each request with `{}`. */
export interface RecordingProvider {
  readonly url: string
  /** The bytes received since the last call, as latin1. */
  takeHeard(): string
  close(): void
}

export async function startRecordingProvider(): Promise<RecordingProvider> {
  let heard = ''
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeHeard() {
      const all = heard
      heard = ''
      return all
    },
    close: () => void server.close(),
  }
}
