import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'

/** Milliseconds between closings of idle connections. */
const SWEEP_MS = 250
/** Longest wait for requests whose connections are closed, and the interval of the checks, in milliseconds. */
const RECORD_MS = 5_000
const RECORD_POLL_MS = 5

/**
 * Stops serving in three steps:
 * 1. Reports that it is not ready, and continues to serve until load balancers have noticed.
 * 2. Accepts no new connections, answers new requests on open ones with 503, and waits for the responses in progress.
 * 3. Cuts off responses that exceed the time limit.
 *
 * Resolves when the last requests have recorded their usage, which they do after their connection is closed.
 */
export async function stopServer(deps: Deps, { server, framework }: App): Promise<void> {
  const { drainDelayMs, shutdownTimeoutMs } = deps.limits
  deps.lifecycle.isDraining = true
  if (drainDelayMs > 0) await wait(drainDelayMs)
  deps.lifecycle.isClosing = true
  const isClosed = once(server, 'close')
  server.close()
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs)
  await isClosed
  clearInterval(sweep)
  clearTimeout(deadline)
  const giveUpAt = performance.now() + RECORD_MS
  while (deps.metrics.underWay > 0 && performance.now() < giveUpAt) await wait(RECORD_POLL_MS)
  await framework.close()
}
