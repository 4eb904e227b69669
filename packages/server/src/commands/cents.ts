import { readCents } from '../money/cents.ts'
import { WrongUse } from './wrong-use.ts'

export { toCents } from '../money/cents.ts'

/**
 * Whole micro-cents of an amount in cents, as typed for `name`.
 * @throws {WrongUse} when it is no amount, or one that cannot be held exactly.
 */
export function parseCents(text: string, name = '--budget-cents'): number {
  const microCents = readCents(text)
  if (microCents !== undefined) return microCents
  throw new WrongUse(`${name} must be an amount such as 250 or 12.5 with at most six decimals, not "${text}"`)
}
