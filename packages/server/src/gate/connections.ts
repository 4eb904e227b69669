import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './rate-limit.ts'

/** Limits on the number of client connections. */
export interface ConnectionLimits {
  /** Limit for all clients together. */
  readonly maxConnections: number
  /** Limit for one address: an IPv4 address, or a /64 of IPv6. */
  readonly maxConnectionsPerAddress: number
}

/** Requests that a client may send on one connection before the first of them is answered. */
const MAX_PIPELINED = 16

interface Connection {
  readonly network: string
  /** Requests received while an earlier one was unanswered. */
  pipelined: number
}

/**
 * The connections of clients, bounded in total and for each address. At a limit, a new connection replaces the oldest one
 * without a request in flight: first one that has sent no complete head, then an idle keep-alive connection. It is refused
 * if all connections have requests in flight.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #refuse: (socket: Socket) => void
  /** Connections without a request so far, oldest first. */
  readonly #fresh = new Map<Socket, Connection>()
  /** Connections with a request, in the order of their first request. */
  readonly #used = new Map<Socket, Connection>()
  readonly #byNetwork = new Map<string, number>()

  /** @param refuse answers a connection beyond the limit and closes it. */
  constructor(limits: ConnectionLimits, refuse: (socket: Socket) => void) {
    this.#limits = limits
    this.#refuse = refuse
  }

  /** Connections that are open. */
  get size(): number {
    return this.#fresh.size + this.#used.size
  }

  /** Counts the connections of `server`. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#open(socket))
  }

  /** Counts a request. Returns false when its connection is closed, because of the limit or of too many pipelined requests. */
  noteRequest({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const known = this.#used.get(socket)
    const connection = known ?? this.#fresh.get(socket)
    if (connection === undefined) return false
    if (known === undefined) {
      this.#fresh.delete(socket)
      this.#used.set(socket, connection)
    }
    if (responseOf(socket) === response) connection.pipelined = 0
    else if (++connection.pipelined >= MAX_PIPELINED) {
      socket.destroy()
      return false
    }
    return true
  }

  #open(socket: Socket): void {
    const network = networkOf(socket.remoteAddress)
    const { maxConnections, maxConnectionsPerAddress } = this.#limits
    const isAddressFull = (this.#byNetwork.get(network) ?? 0) >= maxConnectionsPerAddress
    const isFull = this.size >= maxConnections
    if ((isAddressFull && !this.#makeRoom(network)) || (!isAddressFull && isFull && !this.#makeRoom())) {
      this.#refuse(socket)
      return
    }
    this.#fresh.set(socket, { network, pipelined: 0 })
    this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1)
    socket.once('close', () => this.#forget(socket))
  }

  /** Closes a connection without a request in flight, of `network` if given; false if none was found. */
  #makeRoom(network?: string): boolean {
    for (const connections of [this.#fresh, this.#used]) {
      for (const [socket, connection] of connections) {
        if (network !== undefined && connection.network !== network) continue
        if (responseOf(socket)) continue
        // The `close` event comes a tick later, and more clients may connect in this tick.
        this.#forget(socket)
        socket.destroy()
        return true
      }
    }
    return false
  }

  #forget(socket: Socket): void {
    const connection = this.#fresh.get(socket) ?? this.#used.get(socket)
    if (connection === undefined) return
    this.#fresh.delete(socket)
    this.#used.delete(socket)
    const left = (this.#byNetwork.get(connection.network) ?? 1) - 1
    if (left > 0) this.#byNetwork.set(connection.network, left)
    else this.#byNetwork.delete(connection.network)
  }
}

/** The response that Node currently writes on a connection. */
function responseOf(socket: Socket): object | null | undefined {
  return (socket as { _httpMessage?: object | null })._httpMessage
}
