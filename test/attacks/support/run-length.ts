/**
 * The attacks run in two lengths: short in `npm test`, with sizes and bounds for a shared, busy machine, and long in
 * `npm run test:attacks` (`vitest --mode long`), with the full sizes and strict bounds.
 */
export const IS_LONG = (import.meta as { env?: { MODE?: string } }).env?.MODE === 'long'

/** Allowed increase of another account's 99th percentile during an attack, in milliseconds. */
export const MAX_EXTRA_WAIT_MS = IS_LONG ? 100 : 1_000

/** Factor on the full size of an attack, from 0 to 1. */
export const SHARE = IS_LONG ? 1 : 0.1

/** The first value in a long run, the second in a short one. */
export function sized<Value>(long: Value, short: Value): Value {
  return IS_LONG ? long : short
}
