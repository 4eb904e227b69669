import { ServiceError } from '../errors.ts'
import { toCents } from '../money/cents.ts'
import type { CurrentSpending, Spending } from '../money/spending.ts'
import type { Caller } from './key-port.ts'

/**
 * Checks that the key has spent less than its limit. The cost of a request is known at its end, so requests in flight
 * may exceed the limit by their cost.
 * @throws {ServiceError} spending_limit_reached
 */
export async function requireUnderLimit(spending: Pick<Spending, 'current'>, { keyId, limits }: Caller): Promise<void> {
  const limit = limits?.spending
  if (!limit) return
  const spent = await spending.current(keyId, limit)
  if (spent.spentMicroCents >= limit.microCents) throw limitReached(limit, spent)
}

function limitReached(
  { microCents, period }: NonNullable<NonNullable<Caller['limits']>['spending']>,
  { spentMicroCents, resetsAt }: CurrentSpending,
): ServiceError {
  const spent = `This API key has spent ${toCents(spentMicroCents)} cents of the provider's bill`
  const limit = `its limit is ${toCents(microCents)} cents a ${period}`
  return new ServiceError('spending_limit_reached', {
    message: `${spent}; ${limit}. The limit resets at ${new Date(resetsAt).toISOString()}.`,
  })
}
