import { ServiceError } from '../errors.ts'
import type { Caller, KeyStore } from '../ports.ts'
import type { Exchange } from '../proxy/exchange.ts'
import { authenticate } from './authenticate.ts'
import { type RateLimitDeps, rateLimited, rateSubject } from './rate-limit.ts'

export interface GateDeps extends RateLimitDeps {
  readonly store: { readonly keys: KeyStore }
}

/** Finds out who is asking and notes it; undefined without a valid key. */
export async function identify(deps: GateDeps, exchange: Exchange): Promise<Caller | undefined> {
  exchange.caller = await authenticate(deps.store.keys, exchange.request.headers)
  return exchange.caller
}

/**
 * Takes one slot of the caller's minute, or of the address's where there is no caller.
 * @throws {ServiceError} rate_limited
 */
export async function takeSlot(deps: GateDeps, exchange: Exchange): Promise<void> {
  const { id, limit } = rateSubject(deps, exchange.caller, exchange.request.socket.remoteAddress)
  exchange.window = await deps.rateLimiter.take(id, limit)
  if (exchange.window.isExceeded) throw rateLimited(exchange.window, deps.clock)
}

/** Notes how the minute stands without taking a slot of it: for what is public and asked often, such as the health. */
export async function lookAtWindow(deps: GateDeps, exchange: Exchange): Promise<void> {
  const { id, limit } = rateSubject(deps, exchange.caller, exchange.request.socket.remoteAddress)
  exchange.window = await deps.rateLimiter.peek(id, limit)
}

/**
 * The gate of every path that needs a key. The slot is taken before the key is refused, so that guessing is limited.
 * @throws {ServiceError} rate_limited, unauthorized
 */
export async function admit(deps: GateDeps, exchange: Exchange): Promise<Caller> {
  const caller = await identify(deps, exchange)
  await takeSlot(deps, exchange)
  if (!caller) throw new ServiceError('unauthorized')
  return caller
}
