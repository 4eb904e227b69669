import { performance } from 'node:perf_hooks'
import { ServiceError } from '../../errors.ts'
import type { Call, Carrier } from './call.ts'
import { Connection, type ConnectionOwner, type Transport } from './connection.ts'
import { UpstreamFailure } from './failure.ts'
import type { UpstreamSettings } from './settings.ts'

/** What a pool needs from the pools together. */
export interface PoolOwner {
  readonly settings: UpstreamSettings
  readonly transport: Transport
  onIdle(connection: Connection): void
  onUsed(connection: Connection): void
  /** The pool has no connection and no request any more. */
  onEmpty(pool: ConnectionPool): void
}

/** The connections of one account to one origin, and the requests that wait for one. */
export class ConnectionPool implements ConnectionOwner, Carrier {
  readonly key: string
  readonly settings: UpstreamSettings
  /** Of the queue: a call that waits has no connection that could end. */
  readonly isEnded = false
  readonly #owner: PoolOwner
  readonly #origin: string
  readonly #all = new Set<Connection>()
  /** In the order in which they became idle. */
  readonly #idle = new Set<Connection>()
  /** In the order of arrival. */
  readonly #waiting = new Set<Call>()
  #distrust: NodeJS.Timeout | undefined

  constructor(owner: PoolOwner, key: string, origin: string) {
    this.#owner = owner
    this.key = key
    this.settings = owner.settings
    this.#origin = origin
  }

  send(call: Call): void {
    const connection = this.#waiting.size === 0 ? this.#take() : undefined
    if (connection) connection.send(call, this.#distrust !== undefined)
    else if (this.#waiting.size >= this.settings.waiting) call.fail(tooManyWaiting())
    else {
      call.begin(this)
      this.#waiting.add(call)
    }
  }

  onIdle(connection: Connection): void {
    this.#idle.add(connection)
    this.#owner.onIdle(connection)
    this.#serveWaiting()
  }

  onGone(connection: Connection): void {
    this.#all.delete(connection)
    this.#forgetIdle(connection)
    // Later, since undici may be amid the response that ended this connection.
    setImmediate(() => this.#serveWaiting())
  }

  /** After a stray response none of the next can be trusted to answer its request, so each gets a connection of its own. */
  onViolation(): void {
    clearTimeout(this.#distrust)
    this.#distrust = setTimeout(() => this.#trust(), this.settings.distrustMs).unref()
    for (const connection of [...this.#idle]) connection.close(new UpstreamFailure('closed'))
  }

  release(): void {}

  discard(call: Call): void {
    this.#waiting.delete(call)
  }

  resend(call: Call): void {
    this.send(call)
  }

  close(error: Error): void {
    clearTimeout(this.#distrust)
    for (const call of [...this.#waiting]) call.fail(error)
    for (const connection of [...this.#all]) connection.close(error)
  }

  /** The connection that has been idle for longest: if a stray response was to come, it has had the most time to. */
  #take(): Connection | undefined {
    const now = performance.now()
    const { connections, restMs } = this.settings
    for (const oldest of this.#idle) {
      if (!oldest.isUsable(now)) {
        oldest.close(new UpstreamFailure('closed'))
        continue
      }
      const isRested = now - oldest.idleSince >= restMs
      if (!isRested && this.#all.size < connections) break
      this.#forgetIdle(oldest)
      return oldest
    }
    if (this.#all.size >= connections) return undefined
    const opened = new Connection(this, this.#owner.transport, this.#origin)
    this.#all.add(opened)
    return opened
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

  #forgetIdle(connection: Connection): void {
    if (this.#idle.delete(connection)) this.#owner.onUsed(connection)
  }

  #trust(): void {
    this.#distrust = undefined
    this.#serveWaiting()
  }
}

function tooManyWaiting(): ServiceError {
  return new ServiceError('busy', {
    message: 'Too many requests of this account wait for a connection to the provider.',
    headers: { 'Retry-After': '1' },
  })
}
