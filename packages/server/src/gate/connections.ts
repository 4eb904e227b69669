import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './rate-limit.ts'

/** How many clients may be connected. */
export interface ConnectionLimits {
  /** Of all clients. */
  readonly maxConnections: number
  /** Of one address: an IPv4 address, or a /64 of IPv6. */
  readonly maxConnectionsPerAddress: number
}

/** Requests that a client may send on one connection before the first of them is answered. */
const MAX_PIPELINED = 16

interface Connection {
  readonly network: string
  /** Requests that came while an earlier one was not answered. */
  pipelined: number
}

/**
 * The connections of clients, bounded in all and for each address. At a limit, a new connection replaces the oldest one that
 * has no request in flight: first one that never sent a whole head, then one that is kept alive. A new connection is refused
 * only where all have requests in flight.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #refuse: (socket: Socket) => void
  /** Those without a request so far, oldest first. */
  readonly #fresh = new Map<Socket, Connection>()
  /** Those with one, in the order of their first. */
  readonly #used = new Map<Socket, Connection>()
  readonly #byNetwork = new Map<string, number>()

  /** @param refuse answers on a connection that there is no room for, and closes it. */
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

  /** Notes a request; false when its connection is closed, since there was no room for it or it sent too many at once. */
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

  /** Closes a connection without a request under way, of `network` where it is given; false where there is none. */
  #makeRoom(network?: string): boolean {
    for (const connections of [this.#fresh, this.#used]) {
      for (const [socket, connection] of connections) {
        if (network !== undefined && connection.network !== network) continue
        if (responseOf(socket)) continue
        // Before its `close` event, which comes a tick later: others may connect in this one.
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

/** The response that Node writes on a connection at the moment. */
function responseOf(socket: Socket): object | null | undefined {
  return (socket as { _httpMessage?: object | null })._httpMessage
}
