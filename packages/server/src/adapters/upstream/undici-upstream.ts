import type { Upstream, UpstreamCall, UpstreamRequest } from '../../ports.ts'
import { Call } from './call.ts'
import type { Connection, Transport } from './connection.ts'
import { ConnectionPool, type PoolOwner } from './connection-pool.ts'
import { UpstreamFailure } from './failure.ts'
import { createTransport, type ProxySettings } from './open-dispatcher.ts'
import { DEFAULT_SETTINGS, type UpstreamSettings } from './settings.ts'

export interface UpstreamOptions extends Partial<UpstreamSettings> {
  readonly proxy?: ProxySettings | undefined
  /** Called when the peer at `origin` sends what no request asked for, at most once a minute for each account. */
  readonly onViolation?: ((origin: string) => void) | undefined
}

/**
 * The providers over HTTP/1.1 with undici: one pool of connections for each account and origin, so that whatever a
 * provider does, no account gets a response to a request of another.
 */
export class UndiciUpstream implements Upstream, PoolOwner {
  readonly settings: UpstreamSettings
  readonly transport: Transport
  readonly #onViolation: UpstreamOptions['onViolation']
  readonly #pools = new Map<string, ConnectionPool>()
  /** Of all pools, those idle for longest first. */
  readonly #idle = new Set<Connection>()

  constructor({ proxy, onViolation, ...settings }: UpstreamOptions = {}) {
    this.#onViolation = onViolation
    this.settings = { ...DEFAULT_SETTINGS, ...settings }
    this.transport = createTransport(this.settings, proxy)
  }

  /** Pools in memory: those with a connection, a waiting request, or a provider that broke the protocol lately. */
  get poolCount(): number {
    return this.#pools.size
  }

  send(request: UpstreamRequest): UpstreamCall {
    const call = new Call(request, this.settings.headersMs)
    this.#poolOf(request).send(call)
    return { answer: call.answer, abort: () => call.abort() }
  }

  async close(): Promise<void> {
    for (const pool of [...this.#pools.values()]) pool.close(new UpstreamFailure('shut down'))
    this.#pools.clear()
  }

  onIdle(connection: Connection): void {
    this.#idle.add(connection)
    if (this.#idle.size <= this.settings.idleConnections) return
    for (const oldest of this.#idle) {
      oldest.close(new UpstreamFailure('closed'))
      return
    }
  }

  onUsed(connection: Connection): void {
    this.#idle.delete(connection)
  }

  onViolation(origin: string): void {
    this.#onViolation?.(origin)
  }

  onEmpty(pool: ConnectionPool): void {
    if (this.#pools.get(pool.key) === pool) this.#pools.delete(pool.key)
  }

  #poolOf({ tenant, origin }: UpstreamRequest): ConnectionPool {
    const key = `${tenant}\n${origin}`
    const known = this.#pools.get(key)
    if (known) return known
    const pool = new ConnectionPool(this, key, origin)
    this.#pools.set(key, pool)
    return pool
  }
}
