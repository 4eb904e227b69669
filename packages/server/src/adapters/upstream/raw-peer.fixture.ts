import { once } from 'node:events'
import { type AddressInfo, createServer as createPlain, type Server, type Socket } from 'node:net'
import { createServer as createSecure } from 'node:tls'
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.fixture.ts'

/** A peer that sends exactly the bytes that a test chooses. */
export interface RawPeer {
  readonly origin: string
  readonly port: number
  /** All received text, one per connection, in the order in which they were opened. */
  readonly heard: string[]
  /** The connections in the same order. */
  readonly sockets: Socket[]
  close(): Promise<void>
}

/** Called when the text received on a connection ends a request. `count` is the number of its requests, from 1. */
export type Reaction = (socket: Socket, count: number) => void

/** Listens on a free port of localhost. `react` is called for each request whose body is within its length. */
export async function startRawPeer(react: Reaction, options: { isSecure?: boolean } = {}): Promise<RawPeer> {
  const heard: string[] = []
  const sockets: Socket[] = []
  const onConnection = (socket: Socket) => {
    const index = heard.push('') - 1
    let unread = ''
    let count = 0
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      heard[index] += text
      unread += text
      for (let length = requestLength(unread); length <= unread.length; length = requestLength(unread)) {
        unread = unread.slice(length)
        react(socket, ++count)
      }
    })
  }
  const server: Server = options.isSecure
    ? createSecure({ cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY }, onConnection)
    : createPlain(onConnection)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `${options.isSecure ? 'https' : 'http'}://localhost:${port}`,
    port,
    heard,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

/** Length of the first request in `text`, or infinity while its head is incomplete. */
function requestLength(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return Number.POSITIVE_INFINITY
  return end + 4 + Number(/\r\ncontent-length: (\d+)/.exec(text.slice(0, end))?.[1] ?? 0)
}
