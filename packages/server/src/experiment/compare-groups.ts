import type { SessionFigures } from '../proxy/holdout-port.ts'
import {
  differenceOf,
  type Estimate,
  estimateRatio,
  type Interval,
  relativeDifferenceOf,
  sessionsNeeded,
} from './statistics.ts'

/** The compared figures. `turns` is a mean over sessions, all others are means over requests. */
export const MEASURES = {
  input_cost: { unit: 'micro-dollars a request', value: ({ inputMicroDollars }) => inputMicroDollars },
  input_tokens: { unit: 'tokens a request', value: ({ inputTokens }) => inputTokens },
  cached_tokens: { unit: 'tokens a request', value: ({ cachedTokens }) => cachedTokens },
  output_tokens: { unit: 'tokens a request', value: ({ outputTokens }) => outputTokens },
  latency: { unit: 'milliseconds a request', value: ({ latencyMs }) => latencyMs },
  errors: { unit: 'share of requests', value: ({ errors }) => errors },
  retries: { unit: 'share of requests', value: ({ retries }) => retries },
  repeats: { unit: 'share of requests', value: ({ repeats }) => repeats },
  turns: { unit: 'turns a session', value: ({ turns }) => turns, isPerSession: true },
} as const satisfies Readonly<
  Record<string, { unit: string; value(figures: SessionFigures): number; isPerSession?: boolean }>
>

export type MeasureName = keyof typeof MEASURES

/** One measure of both groups. Fields are undefined if a group has fewer than two sessions. */
export interface MeasureComparison {
  readonly folded: number | undefined
  readonly heldOut: number | undefined
  /** Folded minus held out. */
  readonly difference: Interval | undefined
  /** The same as a share of the held-out value; undefined if either value is not above zero. */
  readonly relative: Interval | undefined
  /** Number of further sessions, in both groups together, needed to show a relative difference of `detectable`. */
  readonly sessionsStillNeeded: number | undefined
}

export interface Comparison {
  readonly foldedSessions: number
  readonly heldOutSessions: number
  readonly measures: Readonly<Record<MeasureName, MeasureComparison>>
}

/** Compares folded and held-out sessions. `detectable` is the relative difference to detect. */
export function compareGroups(
  sessions: readonly SessionFigures[],
  { detectable, holdoutShare }: { detectable: number; holdoutShare: number },
): Comparison {
  const folded = sessions.filter(({ isHeldOut }) => !isHeldOut)
  const heldOut = sessions.filter(({ isHeldOut }) => isHeldOut)
  const controlShare = holdoutShare > 0 && holdoutShare < 1 ? holdoutShare : heldOut.length / sessions.length
  const measure = (name: MeasureName) =>
    compareMeasure([estimateOf(folded, name), estimateOf(heldOut, name)], {
      sessions: sessions.length,
      detectable,
      controlShare,
    })
  const names = Object.keys(MEASURES) as MeasureName[]
  return {
    foldedSessions: folded.length,
    heldOutSessions: heldOut.length,
    measures: Object.fromEntries(names.map((name) => [name, measure(name)])) as Comparison['measures'],
  }
}

function estimateOf(sessions: readonly SessionFigures[], name: MeasureName): Estimate | undefined {
  const measure: { value(figures: SessionFigures): number; isPerSession?: boolean } = MEASURES[name]
  return estimateRatio(
    sessions.map((session) => ({ value: measure.value(session), per: measure.isPerSession ? 1 : session.requests })),
  )
}

function compareMeasure(
  [folded, heldOut]: readonly [Estimate | undefined, Estimate | undefined],
  { sessions, detectable, controlShare }: { sessions: number; detectable: number; controlShare: number },
): MeasureComparison {
  const values = { folded: folded?.ratio, heldOut: heldOut?.ratio }
  if (folded === undefined || heldOut === undefined) {
    return { ...values, difference: undefined, relative: undefined, sessionsStillNeeded: undefined }
  }
  const needed = sessionsNeeded(folded, heldOut, { detectable, controlShare })
  return {
    ...values,
    difference: differenceOf(folded, heldOut),
    relative: relativeDifferenceOf(folded, heldOut),
    sessionsStillNeeded: needed === undefined ? undefined : Math.max(0, needed - sessions),
  }
}
