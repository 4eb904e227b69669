import type { Upstream, UpstreamCall, UpstreamRequest } from '../../proxy/upstream-port.ts'
import { Call } from './call.ts'
import type { Connection, Transport } from './connection.ts'
import { ConnectionPool, type PoolOwner } from './connection-pool.ts'
import { createTransport, type ProxySettings } from './create-transport.ts'
import { UpstreamFailure } from './failure.ts'
import { HeadDeadlines } from './head-deadlines.ts'
import { DEFAULT_SETTINGS, type UpstreamSettings } from './settings.ts'

export interface UpstreamOptions extends Partial<UpstreamSettings> {
  readonly proxy?: ProxySettings | undefined
  /** Called when the peer at `origin` breaks the protocol, at most once a minute for each account. */
  readonly onViolation?: ((origin: string) => void) | undefined
}

/**
 * Sends requests to providers over HTTP/1.1 with undici. Each account and origin has its own pool of connections, so
 * that no fault of a provider gives an account the response to another account's request.
 */
export class UndiciUpstream implements Upstream, PoolOwner {
  readonly settings: UpstreamSettings
  readonly transport: Transport
  readonly #deadlines: HeadDeadlines
  readonly #onViolation: UpstreamOptions['onViolation']
  /** Pools by tenant, then by origin. */
  readonly #pools = new Map<string, Map<string, ConnectionPool>>()
  /** Idle connections of all pools, longest idle first. */
  readonly #idle = new Set<Connection>()

  constructor({ proxy, onViolation, ...settings }: UpstreamOptions = {}) {
    this.#onViolation = onViolation
    this.settings = { ...DEFAULT_SETTINGS, ...settings }
    this.#deadlines = new HeadDeadlines(this.settings.headersMs)
    this.transport = createTransport(this.settings, proxy)
  }

  /** Number of pools in memory: those with a connection, a waiting request, or a recent breach of the protocol. */
  get poolCount(): number {
    return this.#allPools().length
  }

  send(request: UpstreamRequest): UpstreamCall {
    const call = new Call(request, this.#deadlines)
    this.#poolOf(request).send(call)
    return call
  }

  async close(): Promise<void> {
    for (const pool of this.#allPools()) pool.close(new UpstreamFailure('shut down'))
    this.#pools.clear()
    this.#deadlines.close()
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
    const { tenant, origin } = pool
    const ofTenant = this.#pools.get(tenant)
    if (ofTenant?.get(origin) !== pool) return
    ofTenant.delete(origin)
    if (ofTenant.size === 0) this.#pools.delete(tenant)
  }

  #poolOf({ tenant, origin }: UpstreamRequest): ConnectionPool {
    const known = this.#pools.get(tenant)?.get(origin)
    if (known) return known
    const pool = new ConnectionPool(this, tenant, origin)
    const ofTenant = this.#pools.get(tenant) ?? new Map<string, ConnectionPool>()
    this.#pools.set(tenant, ofTenant.set(origin, pool))
    return pool
  }

  #allPools(): ConnectionPool[] {
    return [...this.#pools.values()].flatMap((ofTenant) => [...ofTenant.values()])
  }
}
