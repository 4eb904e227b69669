import { ServiceError } from '../errors.ts'
import type { Caller, KeyStore, RateWindow } from '../ports.ts'
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
export function takeSlot(deps: GateDeps, exchange: Exchange): Promise<void> | void {
  const { id, limit } = rateSubject(deps, exchange.caller, exchange.request.socket.remoteAddress)
  const taken = deps.rateLimiter.take(id, limit)
  if (taken instanceof Promise) return taken.then((window) => noteSlot(deps, exchange, window))
  noteSlot(deps, exchange, taken)
}

function noteSlot(deps: GateDeps, exchange: Exchange, window: RateWindow): void {
  exchange.window = window
  if (window.isExceeded) throw rateLimited(window, deps.clock)
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
  const caller = await authenticate(deps.store.keys, exchange.request.headers)
  exchange.caller = caller
  await takeSlot(deps, exchange)
  if (!caller) throw new ServiceError('unauthorized')
  return caller
}
