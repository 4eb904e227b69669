/** Two-sided 95 %, and 80 % power. */
const CONFIDENCE_Z = 1.959964
const POWER_Z = 0.841621

/** One session: a value, and the number that it is divided by, such as its requests, or 1 for a mean over sessions. */
export interface Observation {
  readonly value: number
  readonly per: number
}

/** An estimated ratio: the sum of `value` divided by the sum of `per`. */
export interface Estimate {
  readonly sessions: number
  readonly ratio: number
  /** Variance of one session. The variance of the estimate is this number divided by the number of sessions. */
  readonly variance: number
}

/** An estimate with its 95 % confidence interval. */
export interface Interval {
  readonly estimate: number
  readonly low: number
  readonly high: number
}

/**
 * The ratio of two sums over sessions. Requests of one session resemble each other, so sessions are the sampling unit: the
 * variance is that of the linearised residuals of whole sessions. Undefined below two sessions.
 */
export function estimateRatio(observations: readonly Observation[]): Estimate | undefined {
  const sessions = observations.length
  if (sessions < 2) return undefined
  let values = 0
  let pers = 0
  for (const { value, per } of observations) {
    values += value
    pers += per
  }
  if (pers <= 0) return undefined
  const ratio = values / pers
  const meanPer = pers / sessions
  let squares = 0
  for (const { value, per } of observations) squares += ((value - ratio * per) / meanPer) ** 2
  return { sessions, ratio, variance: squares / (sessions - 1) }
}

/** One estimate with its 95 % interval. */
export function intervalOf(estimate: Estimate): Interval {
  const { ratio, sessions } = estimate
  const margin = studentQuantile(sessions - 1) * Math.sqrt(ownVariance(estimate))
  return { estimate: ratio, low: ratio - margin, high: ratio + margin }
}

/** `treated` minus `control`, with Welch's degrees of freedom. */
export function differenceOf(treated: Estimate, control: Estimate): Interval {
  const estimate = treated.ratio - control.ratio
  const margin = quantileFor(treated, control) * Math.sqrt(ownVariance(treated) + ownVariance(control))
  return { estimate, low: estimate - margin, high: estimate + margin }
}

/** `treated` divided by `control`, minus 1; undefined if either is not above zero. The interval is computed on logarithms. */
export function relativeDifferenceOf(treated: Estimate, control: Estimate): Interval | undefined {
  if (treated.ratio <= 0 || control.ratio <= 0) return undefined
  const center = Math.log(treated.ratio / control.ratio)
  const relative = (estimate: Estimate) => ownVariance(estimate) / estimate.ratio ** 2
  const margin = quantileFor(treated, control) * Math.sqrt(relative(treated) + relative(control))
  return { estimate: Math.expm1(center), low: Math.expm1(center - margin), high: Math.expm1(center + margin) }
}

/**
 * Sessions in both groups together that show a relative difference of `detectable` with 95 % confidence in 80 % of the
 * cases, when `controlShare` of them are in the control group.
 */
export function sessionsNeeded(
  treated: Estimate,
  control: Estimate,
  { detectable, controlShare }: { detectable: number; controlShare: number },
): number | undefined {
  const wanted = detectable * Math.abs(control.ratio)
  if (wanted <= 0 || controlShare <= 0 || controlShare >= 1) return undefined
  const perSession = control.variance / controlShare + treated.variance / (1 - controlShare)
  return Math.ceil((CONFIDENCE_Z + POWER_Z) ** 2 * (perSession / wanted ** 2))
}

function ownVariance({ variance, sessions }: Pick<Estimate, 'variance' | 'sessions'>): number {
  return variance / sessions
}

function quantileFor(treated: Estimate, control: Estimate): number {
  const [left, right] = [ownVariance(treated), ownVariance(control)]
  if (left + right === 0) return 0
  const degrees = (left + right) ** 2 / (left ** 2 / (treated.sessions - 1) + right ** 2 / (control.sessions - 1))
  return studentQuantile(degrees)
}

/** Degrees of freedom with their exact quantiles. */
const EXACT: readonly (readonly [degrees: number, quantile: number])[] = [
  [1, 12.7062],
  [2, 4.3027],
  [3, 3.1824],
]

/** The 97.5 % quantile of Student's distribution, accurate to 1 % from 1 degree of freedom on. */
function studentQuantile(degrees: number): number {
  return degrees < 3 ? interpolatedQuantile(degrees) : expandedQuantile(degrees)
}

/** For few degrees: the logarithm is almost a parabola of 1 / degrees. */
function interpolatedQuantile(degrees: number): number {
  let log = 0
  for (const [at, quantile] of EXACT) {
    let weight = 1
    for (const [other] of EXACT) if (other !== at) weight *= (1 / degrees - 1 / other) / (1 / at - 1 / other)
    log += weight * Math.log(quantile)
  }
  return Math.exp(log)
}

/** The Cornish-Fisher expansion, which converges slowly for few degrees. */
function expandedQuantile(degrees: number): number {
  const z = CONFIDENCE_Z
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3
}
