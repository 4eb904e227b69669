/** Micro-cents in one cent: money is counted in whole micro-cents, so that decimals of a cent stay exact. */
export const MICRO_CENTS = 1_000_000

/**
 * Whole micro-cents of an amount in cents like `250` or `12.5`, read digit by digit so that no decimal is rounded;
 * undefined for anything else, for more than six decimals, and for amounts that a number cannot hold exactly.
 */
export function readCents(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  const digits = decimals.replace(/(?<!0)0+$/, '')
  const microCents = Number(whole) * MICRO_CENTS + Number(digits.padEnd(6, '0'))
  return digits.length <= 6 && Number.isSafeInteger(microCents) ? microCents : undefined
}

/** Micro-cents as a number of cents, for answers and for printing; six decimals at most. */
export function toCents(microCents: number): number {
  return microCents / MICRO_CENTS
}
