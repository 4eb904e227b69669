import { ServiceError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { Caller } from './key-port.ts'

/** The error of a known key that is refused for every request, because it is blocked or expired. Undefined for a usable key. */
export function keyProblem(caller: Caller | undefined, clock: Clock): ServiceError | undefined {
  const limits = caller?.limits
  if (!limits) return undefined
  if (limits.isBlocked) return new ServiceError('key_blocked')
  if (limits.expiresAt === null || clock.now() < limits.expiresAt) return undefined
  const time = new Date(limits.expiresAt).toISOString()
  return new ServiceError('key_expired', {
    message: `The API key expired at ${time}. Ask the operator of this server for a new one.`,
  })
}
