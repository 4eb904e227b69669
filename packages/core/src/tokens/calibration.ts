import type { TokenProfile } from './model-tokens.ts'

/** The calibration of one model by receipts: raw estimates times `factor` equal the provider's counts. */
export interface Calibration {
  readonly factor: number
  /** Number of receipts it was computed from. */
  readonly samples: number
}

/** One request: the count before any factor, and the input tokens that the provider billed. */
export interface TokenReceipt {
  readonly rawEstimate: number
  readonly observed: number
}

/** Receipts in the mean. Each further one has a weight of 1 in 8, so that old ones fade. */
const REMEMBERED_RECEIPTS = 8
const LEAST_FACTOR = 0.7
const GREATEST_FACTOR = 2

/** The calibration after one more receipt. An impossible or implausible receipt is ignored. */
export function calibrate(
  previous: Calibration | undefined,
  profile: TokenProfile,
  { rawEstimate, observed }: TokenReceipt,
): Calibration {
  const known = previous ?? { factor: profile.factor, samples: 0 }
  const ratio = observed / rawEstimate
  // Beyond the bounds, the receipt includes input that is not in the request, such as results of a provider's search.
  if (!(rawEstimate > 0 && ratio >= LEAST_FACTOR && ratio <= GREATEST_FACTOR)) return known
  const samples = known.samples + 1
  return { factor: known.factor + (ratio - known.factor) / Math.min(samples, REMEMBERED_RECEIPTS), samples }
}
