import { readCents } from '../money/cents.ts'
import { UsageError } from './usage-error.ts'

export { toCents } from '../money/cents.ts'

/**
 * Parses an amount in cents that was typed for `name` into whole micro-cents.
 * @throws {UsageError} when it is not an amount, or exceeds the largest exact number.
 */
export function parseCents(text: string, name = '--budget-cents'): number {
  const microCents = readCents(text)
  if (microCents !== undefined) return microCents
  throw new UsageError(`${name} must be an amount such as 250 or 12.5 with at most six decimals, not "${text}"`)
}
