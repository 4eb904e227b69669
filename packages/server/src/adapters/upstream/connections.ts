import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectSecure } from 'node:tls'
import { Connection, type ConnectionOwner, type UpstreamTimeouts } from './connection.ts'
import { UpstreamFailure } from './failure.ts'

/** A dead peer is found out after so long, also while a model thinks. */
const PROBE_AFTER_MS = 60_000

/** How often connections are looked at for what has taken too long, at most. */
const WATCH_MS = 1_000

/** The connections to one address. There are as many as there are requests at once, and idle ones are used again. */
export class Connections implements ConnectionOwner {
  readonly timeouts: UpstreamTimeouts
  /** As in the `Host` header. */
  readonly host: string
  readonly #url: URL
  readonly #all = new Set<Connection>()
  /** Used last comes last and is taken first, so that the others can go. */
  readonly #idle: Connection[] = []
  #watch: NodeJS.Timeout | undefined
  /** Of the last handshake: the next one is shorter with it. */
  #session: Buffer | undefined

  constructor(origin: string, timeouts: UpstreamTimeouts) {
    this.#url = new URL(origin)
    this.host = this.#url.host
    this.timeouts = timeouts
  }

  /** An idle connection, or a new one. */
  take(): Connection {
    const now = performance.now()
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      // Also looked at by the watch, but that comes late where the machine slept or was held up.
      if (!connection.isStale(now)) return connection
      connection.destroy(new UpstreamFailure('closed'))
    }
    return this.#open()
  }

  onIdle(connection: Connection): void {
    this.#idle.push(connection)
  }

  onGone(connection: Connection): void {
    if (!this.#all.delete(connection)) return
    const at = this.#idle.indexOf(connection)
    if (at >= 0) this.#idle.splice(at, 1)
    if (this.#all.size > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  close(): void {
    for (const connection of [...this.#all]) connection.destroy(new UpstreamFailure('shut down'))
  }

  #open(): Connection {
    const isSecure = this.#url.protocol === 'https:'
    const socket = isSecure ? this.#secureSocket() : connectPlain(this.#address(80))
    socket.setNoDelay(true)
    socket.setKeepAlive(true, PROBE_AFTER_MS)
    const connection = new Connection(socket, isSecure ? 'secureConnect' : 'connect', this)
    this.#all.add(connection)
    this.#watch ??= setInterval(() => this.#lookAtAll(), watchEvery(this.timeouts)).unref()
    return connection
  }

  #secureSocket(): Socket {
    const { host, port } = this.#address(443)
    const socket = connectSecure({
      host,
      port,
      ALPNProtocols: ['http/1.1'],
      // A certificate is asked for by name; an address has none.
      ...(isIP(host) === 0 && { servername: host }),
      ...(this.#session && { session: this.#session }),
    })
    socket.on('session', (session) => {
      this.#session = session
    })
    return socket
  }

  #address(usualPort: number): { host: string; port: number } {
    const { hostname, port } = this.#url
    return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port) }
  }

  #lookAtAll(): void {
    const now = performance.now()
    for (const connection of [...this.#all]) connection.watch(now)
  }
}

/** Often enough that a short time is not waited for much longer than it is. */
function watchEvery({ connectMs, headersMs, bodyMs, idleMs }: UpstreamTimeouts): number {
  return Math.min(WATCH_MS, Math.max(10, Math.min(connectMs, headersMs, bodyMs, idleMs) / 4))
}
