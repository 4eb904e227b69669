import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A connection to a server through a local proxy that delays each response. */
export class DelayProxy {
  /** Milliseconds of delay per response. */
  delayMs = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(toPort: number) {
    this.#server = createServer((client) => {
      const server = connect(toPort, '127.0.0.1')
      for (const socket of [client, server]) {
        this.#sockets.add(socket)
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
      }
      client.on('data', (bytes) => server.write(bytes)).on('close', () => server.destroy())
      server.on('close', () => client.destroy())
      server.on('data', (bytes) => {
        if (this.delayMs === 0) client.write(bytes)
        else setTimeout(() => client.write(bytes), this.delayMs)
      })
    })
  }

  static async start(toPort: number): Promise<DelayProxy> {
    const proxy = new DelayProxy(toPort)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
