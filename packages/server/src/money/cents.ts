/** Micro-cents in one cent. Money is stored in whole micro-cents, so that decimals of a cent stay exact. */
const MICRO_CENTS = 1_000_000

/**
 * Parses an amount in cents such as `250` or `12.5` into whole micro-cents. Digits are read one by one, so that no
 * decimal is rounded. Undefined for other text, for more than six decimals, and for amounts beyond the largest exact
 * number.
 */
export function readCents(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  const digits = decimals.replace(/(?<!0)0+$/, '')
  const microCents = Number(whole) * MICRO_CENTS + Number(digits.padEnd(6, '0'))
  return digits.length <= 6 && Number.isSafeInteger(microCents) ? microCents : undefined
}

/** Micro-cents as a number of cents with at most six decimals, for responses and output. */
export function toCents(microCents: number): number {
  return microCents / MICRO_CENTS
}
