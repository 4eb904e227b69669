import type { Config } from '../config/config.ts'
import { ServiceError } from '../errors.ts'
import type { Caller, Clock, RateLimiter, RateSubject, RateWindow } from '../ports.ts'

/** What the limit of a request depends on. */
export interface RateLimitDeps {
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  readonly config: Pick<Config, 'requestsPerMinute'>
}

/** The subject that `caller`, or someone unknown at `address`, is counted as. */
export function rateSubject(deps: RateLimitDeps, caller: Caller | undefined, address: string | undefined): RateSubject {
  if (caller) return { kind: 'key', id: caller.keyId, limit: caller.requestsPerMinute }
  return { kind: 'address', id: networkOf(address), limit: deps.config.requestsPerMinute }
}

/** The error for a window that is used up, with the seconds until the next. */
export function rateLimited(window: RateWindow, clock: Clock): ServiceError {
  const seconds = Math.max(1, Math.ceil(window.resetAtSeconds - clock.now() / 1000))
  return new ServiceError('rate_limited', {
    message: `The limit is ${window.limit} requests a minute. Try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/** The headers of spec 2.4, as name and value in turn, behind `others`. */
export function rateHeaders(window: RateWindow, others: string[] = []): string[] {
  others.push('X-RateLimit-Limit', String(window.limit))
  others.push('X-RateLimit-Remaining', String(window.remaining))
  others.push('X-RateLimit-Reset', String(window.resetAtSeconds))
  return others
}

/** One subscriber is given a /64 of IPv6 addresses, so the first four groups stand for it. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  while (groups.length + behind.length < 8) groups.push('0')
  return [...groups, ...behind].slice(0, 4).join(':')
}
