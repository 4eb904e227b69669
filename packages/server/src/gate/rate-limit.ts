import type { Config } from '../config/config.ts'
import { ServiceError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Caller } from './key-port.ts'
import type { RateLimiter, RateSubject, RateWindow } from './rate-limiter-port.ts'

/** The ports and settings of a rate limit. */
export interface RateLimitDeps {
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  readonly config: Pick<Config, 'requestsPerMinute'>
}

/** The subject of the rate limit: the key of `caller`, or the network of `address` without a caller. */
export function rateSubject(deps: RateLimitDeps, caller: Caller | undefined, address: string | undefined): RateSubject {
  if (caller) return { kind: 'key', id: caller.keyId, limit: caller.requestsPerMinute }
  return { kind: 'address', id: networkOf(address), limit: deps.config.requestsPerMinute }
}

/** The error for an exhausted window. Its `Retry-After` is the number of seconds until the next window. */
export function rateLimited(window: RateWindow, clock: Clock): ServiceError {
  const seconds = Math.max(1, Math.ceil(window.resetAtSeconds - clock.now() / 1000))
  return new ServiceError('rate_limited', {
    message: `The limit is ${window.limit} requests a minute. Try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Appends the rate limit headers to `others`, as alternating names and values. */
export function rateHeaders(window: RateWindow, others: string[] = []): string[] {
  others.push('X-RateLimit-Limit', String(window.limit))
  others.push('X-RateLimit-Remaining', String(window.remaining))
  others.push('X-RateLimit-Reset', String(window.resetAtSeconds))
  return others
}

/** The address of an IPv4 client, or the /64 of an IPv6 client, which belongs to one subscriber. */
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
