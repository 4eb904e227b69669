import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors.ts'
import { authenticate } from './authenticate.ts'
import type { Caller, KeyStore } from './key-port.ts'
import { keyProblem } from './key-problem.ts'
import { type RateLimitDeps, rateLimited, rateSubject } from './rate-limit.ts'
import type { RateWindow } from './rate-limiter-port.ts'

export interface GateDeps extends RateLimitDeps {
  readonly store: { readonly keys: KeyStore }
}

/** A request at the gate, and the caller, key problem and rate window that the gate finds. */
export interface GatedRequest {
  readonly request: IncomingMessage
  caller: Caller | undefined
  /** The error for a refused key; undefined for a valid key and for an unknown one. */
  keyProblem: ServiceError | undefined
  window: RateWindow | undefined
}

/** Authenticates the request and stores the caller in `gated`; undefined without a valid key. */
export async function identify(deps: GateDeps, gated: GatedRequest): Promise<Caller | undefined> {
  const found = await authenticate(deps.store.keys, gated.request)
  gated.keyProblem = keyProblem(found, deps.clock)
  // An expired or blocked key is treated as no key: its requests count for the address and for no account.
  gated.caller = gated.keyProblem ? undefined : found
  return gated.caller
}

/**
 * The caller that `identify` found.
 * @throws {ServiceError} unauthorized, key_expired, key_blocked
 */
export function requireCaller({ caller, keyProblem }: GatedRequest): Caller {
  if (caller) return caller
  throw keyProblem ?? new ServiceError('unauthorized')
}

/**
 * Takes one slot of the caller's minute, or of the address's without a caller.
 * @throws {ServiceError} rate_limited
 */
export async function takeSlot(deps: GateDeps, gated: GatedRequest): Promise<void> {
  const subject = rateSubject(deps, gated.caller, gated.request.socket.remoteAddress)
  const window = await deps.rateLimiter.take(subject)
  gated.window = window
  if (window.isExceeded) throw rateLimited(window, deps.clock)
}

/** Reads the rate window without taking a slot, for public paths that are asked often, such as `/health`. */
export async function peekWindow(deps: GateDeps, gated: GatedRequest): Promise<void> {
  const subject = rateSubject(deps, gated.caller, gated.request.socket.remoteAddress)
  gated.window = await deps.rateLimiter.peek(subject)
}

/**
 * The gate of every path that needs a key. A slot is taken before the key is refused, so that guessing keys is limited.
 * @throws {ServiceError} rate_limited, unauthorized, key_expired, key_blocked
 */
export async function admit(deps: GateDeps, gated: GatedRequest): Promise<Caller> {
  await identify(deps, gated)
  await takeSlot(deps, gated)
  return requireCaller(gated)
}
