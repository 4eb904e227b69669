import type { Histogram } from './histogram.ts'

/** Label names and values of one series. An empty value is the same as a missing label. */
export type Labels = Readonly<Record<string, string>>

/** One series of a counter or a gauge. */
export interface NumberSeries {
  readonly labels: Labels
  readonly value: number
}

/** One series of a histogram. */
export interface HistogramSeries {
  readonly labels: Labels
  readonly histogram: Histogram
}

interface FamilyName {
  /** The name in the notation of OpenTelemetry: words separated by dots. */
  readonly name: string
  /** UCUM: `s`, `{token}`, `By`, `1`. */
  readonly unit: string
  readonly help: string
  /** Combines the values of several processes. Default: their sum. */
  readonly aggregation?: 'max' | 'min' | 'first'
}

/** Series of one name, which are read on request. */
export type MetricFamily = FamilyName &
  (
    | { readonly type: 'counter' | 'gauge'; read(): readonly NumberSeries[] }
    | { readonly type: 'histogram'; read(): readonly HistogramSeries[] }
  )

/** Names of the units that Prometheus expects at the end of a name. */
const UNIT_SUFFIXES: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' }

/**
 * The name of a family in Prometheus: dots become underscores, the unit is appended, and a counter ends in `_total`.
 * OpenTelemetry's collector uses the same rules.
 */
export function prometheusName({ name, unit, type }: Pick<MetricFamily, 'name' | 'unit' | 'type'>): string {
  const base = prometheusLabel(name)
  const suffix = UNIT_SUFFIXES[unit] ?? ''
  const withUnit = base.endsWith(suffix) ? base : base + suffix
  return type === 'counter' ? `${withUnit}_total` : withUnit
}

/** The name of a label in Prometheus. */
export function prometheusLabel(name: string): string {
  return name.replace(/[^a-zA-Z0-9_]/g, '_')
}
