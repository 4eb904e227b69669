import { connect, createServer, type Socket } from 'node:net'
import { announce } from './announce.ts'

/**
 * The upper bound for a proxy: relays the bytes of requests and answers between bare sockets and finds only the end of
 * each message. It is not a proxy, since it relies on well-formed messages with a Content-Length. Runs as its own process;
 * the first argument is the upstream's address.
 */
const upstreamPort = Number(new URL(process.argv[2]!).port)
const idle: Upstream[] = []

/** Follows one direction of a connection from message to message. */
class Framing {
  #left = 0

  /** True if `chunk` is the last of a message. A head must arrive in one chunk. */
  isLast(chunk: Buffer): boolean {
    if (this.#left === 0) this.#left = lengthOf(chunk)
    this.#left -= chunk.length
    return this.#left === 0
  }
}

/** A kept connection, lent to one client for one request. */
class Upstream {
  readonly socket: Socket
  client: Socket | undefined
  onAnswered = () => {}
  readonly #framing = new Framing()

  constructor() {
    this.socket = connect({ port: upstreamPort, host: '127.0.0.1', noDelay: true })
    this.socket.on('error', () => this.client?.destroy())
    this.socket.on('data', (chunk) => {
      this.client?.write(chunk)
      if (!this.#framing.isLast(chunk)) return
      this.onAnswered()
      idle.push(this)
    })
  }
}

/** Length of head and body together. */
function lengthOf(chunk: Buffer): number {
  const headLength = chunk.indexOf('\r\n\r\n') + 4
  const head = chunk.toString('latin1', 0, headLength)
  return headLength + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
}

const server = createServer({ noDelay: true }, (client) => {
  const framing = new Framing()
  let upstream: Upstream | undefined
  client.on('error', () => upstream?.socket.destroy())
  client.on('data', (chunk) => {
    if (!upstream) {
      upstream = idle.pop() ?? new Upstream()
      upstream.client = client
      upstream.onAnswered = () => {
        upstream = undefined
      }
    }
    upstream.socket.write(chunk)
    framing.isLast(chunk)
  })
})

announce(server)
