import { ServiceError } from '../errors.ts'
import type { KeyStore } from '../key-port.ts'
import type { Caller, RateWindow } from '../ports.ts'
import type { Exchange } from '../proxy/exchange.ts'
import { type Soon, whenThere } from '../soon.ts'
import { authenticate } from './authenticate.ts'
import { keyProblem } from './key-problem.ts'
import { type RateLimitDeps, rateLimited, rateSubject } from './rate-limit.ts'

export interface GateDeps extends RateLimitDeps {
  readonly store: { readonly keys: KeyStore }
}

/** Finds out who is asking and notes it; undefined without a valid key. */
export async function identify(deps: GateDeps, exchange: Exchange): Promise<Caller | undefined> {
  return noteCaller(deps, exchange, await authenticate(deps.store.keys, exchange.request.headers))
}

/** A key that may not be used counts like none: it has the address's minute, and no account. */
function noteCaller(deps: GateDeps, exchange: Exchange, found: Caller | undefined): Caller | undefined {
  exchange.keyProblem = keyProblem(found, deps.clock)
  exchange.caller = exchange.keyProblem ? undefined : found
  return exchange.caller
}

/** @throws {ServiceError} unauthorized, key_expired, key_blocked */
export function requireCaller({ caller, keyProblem }: Exchange): Caller {
  if (caller) return caller
  throw keyProblem ?? new ServiceError('unauthorized')
}

/**
 * Takes one slot of the caller's minute, or of the address's where there is no caller.
 * @throws {ServiceError} rate_limited
 */
export function takeSlot(deps: GateDeps, exchange: Exchange): Soon<void> {
  const subject = rateSubject(deps, exchange.caller, exchange.request.socket.remoteAddress)
  return whenThere(deps.rateLimiter.take(subject), (window) => noteSlot(deps, exchange, window))
}

function noteSlot(deps: GateDeps, exchange: Exchange, window: RateWindow): void {
  exchange.window = window
  if (window.isExceeded) throw rateLimited(window, deps.clock)
}

/** Notes how the minute stands without taking a slot of it: for what is public and asked often, such as the health. */
export async function lookAtWindow(deps: GateDeps, exchange: Exchange): Promise<void> {
  const subject = rateSubject(deps, exchange.caller, exchange.request.socket.remoteAddress)
  exchange.window = await deps.rateLimiter.peek(subject)
}

/**
 * The gate of every path that needs a key. The slot is taken before the key is refused, so that guessing is limited.
 * @throws {ServiceError} rate_limited, unauthorized, key_expired, key_blocked
 */
export function admit(deps: GateDeps, exchange: Exchange): Soon<Caller> {
  return whenThere(authenticate(deps.store.keys, exchange.request.headers), (found) => {
    noteCaller(deps, exchange, found)
    return whenThere(takeSlot(deps, exchange), () => requireCaller(exchange))
  })
}
