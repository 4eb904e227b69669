import { WrongUse } from './wrong-use.ts'

/** Micro-cents in one cent. */
const MICRO_CENTS = 1_000_000

/**
 * Whole micro-cents of an amount in cents like `250` or `12.5`, read digit by digit so that no decimal is rounded.
 * @throws {WrongUse} for anything else, for more than six decimals, and for amounts that a number cannot hold exactly.
 */
export function parseCents(text: string): number {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text)
  const [, whole = '', decimals = ''] = match ?? []
  const digits = decimals.replace(/0+$/, '')
  const microCents = Number(whole) * MICRO_CENTS + Number(digits.padEnd(6, '0'))
  if (!match || digits.length > 6 || !Number.isSafeInteger(microCents)) {
    throw new WrongUse(`--budget-cents must be an amount like 250 or 12.5 with at most six decimals, not "${text}"`)
  }
  return microCents
}

/** Micro-cents as a number of cents, for printing; six decimals at most. */
export function toCents(microCents: number): number {
  return microCents / MICRO_CENTS
}
