import type { IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'

/** The savings headers of a response. */
export interface Savings {
  readonly original: number
  readonly optimized: number
  readonly saved: number
  readonly percent: number
  readonly sessionId: string
  readonly compression: string
}

/** Reads the savings and rate-limit headers, which must be present, well-formed and consistent. */
export function savingsIn(headers: IncomingHttpHeaders | Headers): Savings {
  const read = (name: string) =>
    String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? `no ${name}`)
  const integer = (name: string) => {
    expect(read(name), name).toMatch(/^\d+$/)
    return Number(read(name))
  }
  const savings: Savings = {
    original: integer('x-service-original-tokens'),
    optimized: integer('x-service-optimized-tokens'),
    saved: integer('x-service-saved-tokens'),
    percent: Number(read('x-service-savings-percent')),
    sessionId: read('x-service-session-id'),
    compression: read('x-service-compression'),
  }
  expect(savings.original).toBe(savings.optimized + savings.saved)
  const exact = savings.original === 0 ? 0 : (savings.saved / savings.original) * 100
  expect(Math.abs(savings.percent - exact)).toBeLessThan(0.01)
  integer('x-service-proxy-overhead-ms')
  const limit = integer('x-ratelimit-limit')
  expect(integer('x-ratelimit-remaining')).toBeLessThanOrEqual(limit)
  expect(integer('x-ratelimit-reset')).toBeGreaterThan(1_600_000_000)
  expect(savings.sessionId).toMatch(/^[\x20-\x7e]{1,255}$/)
  return savings
}
