import { expect } from 'vitest'
import type { Pleat } from './start-pleat.ts'
import { PATHS, post, type Wire, type WireRequest, type WireResponse } from './wire.ts'

/**
 * Allowed CPU time for a response, in milliseconds; elapsed time would depend on the load of the machine. Starting the thread for
 * long bodies takes about a second.
 */
const SOON_MS = 5_000

/** The error in the body of `response`, which must have exactly the error format of `wire`. */
export function errorIn(wire: Wire, response: WireResponse): { type: string; message: string } {
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  const value = JSON.parse(response.body.toString('utf8')) as Record<string, unknown>
  const error = value.error as { type: string; message: string }
  const isAnthropic = wire === 'anthropic'
  const shape = isAnthropic ? ['message', 'type'] : ['code', 'message', 'param', 'type']
  expect(Object.keys(error).sort()).toEqual(shape)
  expect(Object.keys(value).sort()).toEqual(isAnthropic ? ['error', 'request_id', 'type'] : ['error'])
  expect(error.message).toMatch(/^[\x20-\x7e]{3,300}$/)
  expect(error.type).toMatch(/^[a-z_]+$/)
  return error
}

/** Posts `body` and expects a response soon: the provider's, or an error of ours that is not an internal one. */
export async function postHostile(
  pleat: Pleat,
  wire: Wire,
  request: { body: string | Buffer; headers?: WireRequest['headers'] },
): Promise<WireResponse> {
  const from = process.cpuUsage()
  const response = await post(pleat.url, wire, { key: pleat.key, ...request })
  const { user, system } = process.cpuUsage(from)
  const what = `${PATHS[wire]} ${request.body.slice(0, 80)}`
  expect((user + system) / 1000, what).toBeLessThan(SOON_MS)
  expect(response.isWhole, what).toBe(true)
  expect(response.headers['x-ratelimit-limit'], what).toMatch(/^\d+$/)
  if (response.status === 200) return response
  expect([400, 413], what).toContain(response.status)
  errorIn(wire, response)
  return response
}
