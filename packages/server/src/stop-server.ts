import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'

/** How often connections that have become idle meanwhile are closed. */
const SWEEP_MS = 250

/**
 * Is not ready from now on and serves for as long as load balancers take to notice. Then it takes no new connections, answers new requests on kept ones with 503, and waits for the answers under way; after
 * the time for that, they are cut off.
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
  await framework.close()
}
