import { z } from 'zod'
import { type Comparison, MEASURES, type MeasureComparison, type MeasureName } from '../experiment/compare-groups.ts'
import type { Interval } from '../experiment/statistics.ts'

const INTERVAL = z
  .object({ estimate: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'Interval', description: 'An estimate with its 95 % confidence interval.' })

const MEASURE = z
  .object({
    unit: z.string(),
    folded: z.number().nullable(),
    held_out: z.number().nullable(),
    difference: INTERVAL.nullable().describe('Folded minus held out.'),
    relative: INTERVAL.nullable().describe('The same as a share of the held-out value.'),
    sessions_still_needed: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Number of further sessions, in both groups together, needed to show a relative difference of `detectable` with 80 % power.',
      ),
  })
  .meta({ id: 'Measure', description: 'Values are null if a group has fewer than two sessions.' })

const NAMES = Object.keys(MEASURES) as MeasureName[]

export const HOLDOUT = z
  .object({
    holdout_share: z.number().min(0).max(1).describe('The current share of held-out sessions.'),
    days: z.int().min(1),
    detectable: z.number(),
    folded_sessions: z.int().min(0),
    held_out_sessions: z.int().min(0),
    measures: z.object(Object.fromEntries(NAMES.map((name) => [name, MEASURE])) as Record<MeasureName, typeof MEASURE>),
  })
  .meta({ id: 'Holdout' })

/** A comparison in the format of the API. */
export function holdoutRow(
  comparison: Comparison,
  query: { readonly holdoutShare: number; readonly days: number; readonly detectable: number },
): z.output<typeof HOLDOUT> {
  const measures = NAMES.map((name) => [name, measureRow(name, comparison.measures[name])] as const)
  return {
    holdout_share: query.holdoutShare,
    days: query.days,
    detectable: query.detectable,
    folded_sessions: comparison.foldedSessions,
    held_out_sessions: comparison.heldOutSessions,
    measures: Object.fromEntries(measures) as z.output<typeof HOLDOUT>['measures'],
  }
}

function measureRow(name: MeasureName, measure: MeasureComparison): z.output<typeof MEASURE> {
  return {
    unit: MEASURES[name].unit,
    folded: roundedOrNull(measure.folded),
    held_out: roundedOrNull(measure.heldOut),
    difference: intervalRow(measure.difference),
    relative: intervalRow(measure.relative),
    sessions_still_needed: measure.sessionsStillNeeded ?? null,
  }
}

function intervalRow(interval: Interval | undefined): z.output<typeof INTERVAL> | null {
  if (interval === undefined) return null
  return { estimate: rounded(interval.estimate), low: rounded(interval.low), high: rounded(interval.high) }
}

function roundedOrNull(value: number | undefined): number | null {
  return value === undefined ? null : rounded(value)
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}
