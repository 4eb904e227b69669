import { performance } from 'node:perf_hooks'
import { ServiceError } from '../../errors.ts'
import type { Call, Carrier } from './call.ts'
import { Connection, type ConnectionOwner, type Transport } from './connection.ts'
import { UpstreamFailure } from './failure.ts'
import type { UpstreamSettings } from './settings.ts'

/** Services that all pools share. */
export interface PoolOwner {
  readonly settings: UpstreamSettings
  readonly transport: Transport
  onIdle(connection: Connection): void
  onUsed(connection: Connection): void
  /** Called when a peer breaks the protocol, unless it is already distrusted. */
  onViolation(origin: string): void
  /** Called when the pool has no connection and no request any more. */
  onEmpty(pool: ConnectionPool): void
}

/** The connections of one account to one origin, and the requests that wait for one. */
export class ConnectionPool implements ConnectionOwner, Carrier {
  readonly tenant: string
  readonly origin: string
  readonly settings: UpstreamSettings
  /** The resource of waiting calls, which have no connection that could end. */
  readonly isEnded = false
  readonly #owner: PoolOwner
  readonly #all = new Set<Connection>()
  /** Connections that rest after a response, in the order in which it ended. Only a large pool interrupts the rest. */
  readonly #resting = new Set<Connection>()
  /** Usable connections, in the same order. */
  readonly #idle = new Set<Connection>()
  /** Waiting requests, in the order of arrival. */
  readonly #waiting = new Set<Call>()
  #distrust: NodeJS.Timeout | undefined
  #rest: NodeJS.Timeout | undefined

  constructor(owner: PoolOwner, tenant: string, origin: string) {
    this.#owner = owner
    this.tenant = tenant
    this.origin = origin
    this.settings = owner.settings
  }

  send(call: Call): void {
    const connection = this.#waiting.size === 0 ? this.#take() : undefined
    if (connection) connection.send(call, this.#distrust !== undefined)
    else if (this.#waiting.size >= this.settings.waiting) call.fail(tooManyWaiting(this.#waiting.size, this.origin))
    else {
      call.begin(this)
      this.#waiting.add(call)
    }
  }

  onIdle(connection: Connection): void {
    if (this.#distrust !== undefined) {
      connection.close(new UpstreamFailure('closed'))
      return
    }
    this.#owner.onIdle(connection)
    if (this.settings.restMs > 0) {
      this.#resting.add(connection)
      this.#rest ??= this.#restFor(this.settings.restMs)
    } else this.#idle.add(connection)
    if (this.#waiting.size > 0) this.#serveWaiting()
  }

  onGone(connection: Connection): void {
    this.#all.delete(connection)
    const wasIdle = this.#idle.delete(connection) || this.#resting.delete(connection)
    if (wasIdle) this.#owner.onUsed(connection)
    // Deferred, since undici may be processing the response that ended this connection.
    setImmediate(() => this.#serveWaiting())
  }

  /**
   * After a stray response, no later response can be matched to its request, so each request gets its own connection.
   */
  onViolation(): void {
    if (this.#distrust === undefined) this.#owner.onViolation(this.origin)
    clearTimeout(this.#distrust)
    this.#distrust = setTimeout(() => this.#trust(), this.settings.distrustMs).unref()
    for (const connection of [...this.#idle, ...this.#resting]) connection.close(new UpstreamFailure('closed'))
  }

  release(): boolean {
    return false
  }

  discard(call: Call): void {
    this.#waiting.delete(call)
  }

  resend(call: Call): void {
    this.send(call)
  }

  close(error: Error): void {
    clearTimeout(this.#distrust)
    clearTimeout(this.#rest)
    for (const call of [...this.#waiting]) call.fail(error)
    for (const connection of [...this.#all]) connection.close(error)
  }

  /**
   * The connection that has been idle for longest, since a stray response has had the most time to arrive on it.
   * Without one, a resting or a new one. Undefined at the limit.
   */
  #take(): Connection | undefined {
    const rested = this.#takeUsable(this.#idle)
    if (rested) return rested
    const { connections, restingConnections } = this.settings
    // Otherwise a busy account would open hundreds of connections while its others rest. A pool serves one account.
    if (this.#all.size >= Math.min(connections, restingConnections)) {
      const resting = this.#takeUsable(this.#resting)
      if (resting) return resting
    }
    if (this.#all.size >= connections) return undefined
    const opened = new Connection(this, this.#owner.transport, this.origin)
    this.#all.add(opened)
    return opened
  }

  #takeUsable(connections: Set<Connection>): Connection | undefined {
    const now = performance.now()
    for (const oldest of connections) {
      if (oldest.isUsable(now)) {
        connections.delete(oldest)
        this.#owner.onUsed(oldest)
        return oldest
      }
      oldest.close(new UpstreamFailure('closed'))
    }
    return undefined
  }

  #serveWaiting(): void {
    for (const call of this.#waiting) {
      const connection = this.#take()
      if (!connection) return
      this.#waiting.delete(call)
      connection.send(call, this.#distrust !== undefined)
    }
    if (this.#all.size === 0 && this.#distrust === undefined) this.#owner.onEmpty(this)
  }

  /** After `ms`, the event loop polls once more, so that a delayed stray response is read. */
  #restFor(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      // Timers may fire up to 1 ms early.
      const now = performance.now() + 1
      setImmediate(() => this.#endRest(now))
    }, ms).unref()
  }

  #endRest(now: number): void {
    this.#rest = undefined
    for (const connection of this.#resting) {
      const left = connection.idleSince + this.settings.restMs - now
      if (left > 0) {
        this.#rest = this.#restFor(Math.ceil(left))
        break
      }
      this.#resting.delete(connection)
      this.#idle.add(connection)
    }
    this.#serveWaiting()
  }

  #trust(): void {
    this.#distrust = undefined
    this.#serveWaiting()
  }
}

function tooManyWaiting(waiting: number, origin: string): ServiceError {
  return new ServiceError('busy', {
    message: `${waiting} requests of this account already wait for a connection to ${origin}. Try again in 1 s.`,
    headers: { 'Retry-After': '1' },
  })
}
