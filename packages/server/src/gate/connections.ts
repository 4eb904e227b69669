import type { Server } from 'node:http'
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
 * The connections of clients, bounded in all and for each address. A new one takes the place of one that has no request
 * under way: first of those that never sent a whole head, then of those kept alive, each time the oldest. Only where all
 * are at work is a new one refused, so idle connections keep nobody out.
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

  /** Has `server` announce its connections here. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#open(socket))
  }

  /** Notes a request on `socket`; false when it was one too many, and the connection is closed. */
  noteRequest(socket: Socket): boolean {
    const known = this.#used.get(socket)
    const connection = known ?? this.#fresh.get(socket)
    if (connection === undefined) return true
    if (known === undefined) {
      this.#fresh.delete(socket)
      this.#used.set(socket, connection)
    }
    if (!hasAnswerBefore(socket)) connection.pipelined = 0
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
    const isFull = this.#fresh.size + this.#used.size >= maxConnections
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
        if (isAtWork(socket)) continue
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

/** Node's own note of the response that a connection is at; asked here, it costs requests nothing. */
interface ServedSocket {
  readonly _httpMessage?: object | null
}

function isAtWork(socket: Socket): boolean {
  return Boolean((socket as ServedSocket)._httpMessage)
}

/** Whether the response to an earlier request still has the connection, when a request has just come. */
function hasAnswerBefore(socket: Socket): boolean {
  return isAtWork(socket)
}
