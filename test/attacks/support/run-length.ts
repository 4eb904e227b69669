/**
 * The attacks run in two lengths: short in `npm test`, with sizes and bounds for a shared, busy machine, and long in
 * `npm run test:attacks` (`vitest --mode long`), with the true ones.
 */
export const IS_LONG = (import.meta as { env?: { MODE?: string } }).env?.MODE === 'long'

/** How much longer a request of another account may take at the 99th percentile while somebody attacks. */
export const MOST_EXTRA_WAIT_MS = IS_LONG ? 100 : 1_000

/** The share of its full size that an attack has. */
export const SHARE = IS_LONG ? 1 : 0.1

/** The first value in a long run, the second in a short one. */
export function sized<Value>(long: Value, short: Value): Value {
  return IS_LONG ? long : short
}
