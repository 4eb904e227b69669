import type { FastifyInstance } from 'fastify'
import { VERSION } from '../config/version.ts'
import { ServiceError } from '../errors.ts'
import type { KeyStore } from '../gate/key-port.ts'
import { within } from '../within.ts'

/** Dependencies of readiness. */
export interface ReadinessDeps {
  readonly store: { readonly keys: Pick<KeyStore, 'findCaller' | 'knowsCallers'> }
  readonly lifecycle: { readonly isDraining: boolean }
}

/** Time limit for the response of the store to a probe, in milliseconds. */
const STORE_TIMEOUT_MS = 2000
/** No key has this hash, and unknown hashes are never cached. */
const NO_KEY = 'readyz'

/**
 * `GET /health`, `GET /v1/health`, `/livez` and `/readyz`: public, and not counted by the rate limit, so that
 * monitoring never exceeds it. No provider is contacted.
 */
export function addHealth(framework: FastifyInstance, deps: ReadinessDeps): void {
  const options = { config: { isFree: true } }
  for (const url of ['/health', '/v1/health', '/livez']) {
    framework.get(url, options, async () => ({ status: 'ok', version: VERSION }))
  }
  framework.get('/readyz', options, async () => {
    if (deps.lifecycle.isDraining) throw new ServiceError('shutting_down')
    await requireStore(deps)
    return { status: 'ready', version: VERSION }
  })
}

/**
 * Checks the store. A server that knows callers serves them while a shared database is gone, and stays ready. Otherwise no
 * server would be ready, and a load balancer would refuse all requests.
 * @throws {ServiceError} storage_unavailable
 */
async function requireStore({ store }: ReadinessDeps): Promise<void> {
  if (store.keys.knowsCallers()) return
  try {
    await within(STORE_TIMEOUT_MS, store.keys.findCaller(NO_KEY))
  } catch (cause) {
    throw new ServiceError('storage_unavailable', { cause })
  }
}
