import type { Upstream, UpstreamCall, UpstreamRequest } from '../../ports.ts'
import type { UpstreamTimeouts } from './connection.ts'
import { Connections } from './connections.ts'
import { PendingAnswer } from './pending-answer.ts'

const DEFAULT_TIMEOUTS: UpstreamTimeouts = {
  connectMs: 10_000,
  headersMs: 30 * 60_000,
  bodyMs: 30 * 60_000,
  idleMs: 30_000,
}

/**
 * The providers over HTTP/1.1, a pool of kept connections for each. On sockets, with no stream or promise for a body,
 * since this is on the path of every byte: see the decision on the way to the provider.
 */
export class HttpUpstream implements Upstream {
  readonly #timeouts: UpstreamTimeouts
  readonly #pools = new Map<string, Connections>()

  constructor(timeouts: Partial<UpstreamTimeouts> = {}) {
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts }
  }

  send(request: UpstreamRequest): UpstreamCall {
    const pending = new PendingAnswer(this.#poolOf(request.origin), request)
    return { answer: pending.answer, abort: () => pending.abort() }
  }

  async close(): Promise<void> {
    for (const pool of this.#pools.values()) pool.close()
  }

  /** There are as many as there are configured addresses. */
  #poolOf(origin: string): Connections {
    const known = this.#pools.get(origin)
    if (known) return known
    const pool = new Connections(origin, this.#timeouts)
    this.#pools.set(origin, pool)
    return pool
  }
}
