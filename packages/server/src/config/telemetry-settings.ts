import { z } from 'zod'

/** Settings of the export of traces and metrics. Its headers are secrets. */
export interface TelemetrySettings {
  /** Undefined: no traces. */
  readonly tracesUrl: string | undefined
  /** Undefined: no metrics. */
  readonly metricsUrl: string | undefined
  readonly serviceName: string
  readonly resource: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly isCompressed: boolean
  readonly exportIntervalMs: number
  /** Milliseconds for which spans are collected before an export. */
  readonly spanDelayMs: number
  readonly sampler: SamplerSettings
  readonly names: 'v1.41' | 'latest'
}

/** Selects the traces that are exported. */
export interface SamplerSettings {
  /** Share of the traces that begin here, 0 to 1. */
  readonly share: number
  /** True if the client's own sampling decision is followed. */
  readonly followsParent: boolean
}

const ENDPOINT = z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
  error: 'must be a URL that starts with http:// or https://',
})
const EXPORTER = z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp')
const PROTOCOL = z.literal('http/json', { error: 'must be http/json, the only supported protocol' })
const MILLISECONDS = z
  .string()
  .refine((value) => /^\d{1,9}$/.test(value), { error: 'must be a whole number of milliseconds' })
  .transform(Number)
const COMPRESSION = z.enum(['gzip', 'none'], { error: 'must be gzip or none' })

const SAMPLERS: Readonly<Record<string, (argument: number) => SamplerSettings>> = {
  always_on: () => ({ share: 1, followsParent: false }),
  always_off: () => ({ share: 0, followsParent: false }),
  traceidratio: (share) => ({ share, followsParent: false }),
  parentbased_always_on: () => ({ share: 1, followsParent: true }),
  parentbased_always_off: () => ({ share: 0, followsParent: true }),
  parentbased_traceidratio: (share) => ({ share, followsParent: true }),
}

/** The supported standard variables of OpenTelemetry, without secrets. */
export const TELEMETRY_SETTINGS = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_EXPORTER: EXPORTER,
  OTEL_METRICS_EXPORTER: EXPORTER,
  OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ENDPOINT.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: ENDPOINT.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: PROTOCOL.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: PROTOCOL.optional(),
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: PROTOCOL.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: MILLISECONDS.default(10_000),
  OTEL_EXPORTER_OTLP_COMPRESSION: COMPRESSION.default('none'),
  OTEL_METRIC_EXPORT_INTERVAL: MILLISECONDS.default(60_000),
  OTEL_BSP_SCHEDULE_DELAY: MILLISECONDS.default(5_000),
  OTEL_TRACES_SAMPLER: z
    .string()
    .refine((name) => Object.hasOwn(SAMPLERS, name), { error: `must be one of ${Object.keys(SAMPLERS).join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((value) => /^[\d.]+$/.test(value) && Number(value) <= 1, { error: 'must be a number from 0 to 1' })
    .transform(Number)
    .default(1),
  OTEL_SEMCONV_STABILITY_OPT_IN: z.string().default(''),
}

/** Headers for the collector, which may contain its password. */
export const TELEMETRY_SECRETS = {
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: otlpHeaders(),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: otlpHeaders(),
}

const VARIABLES = z.object(TELEMETRY_SETTINGS)

/** The version of the GenAI conventions whose names are used. */
export function genAiNamesOf({ OTEL_SEMCONV_STABILITY_OPT_IN: optIn }: z.output<typeof VARIABLES>) {
  return optIn.split(',').some((entry) => entry.trim() === 'gen_ai_latest_experimental') ? 'latest' : 'v1.41'
}

/** The telemetry settings; undefined without an endpoint, or if the SDK is disabled. */
export function telemetryOf(variables: z.output<typeof VARIABLES>): TelemetrySettings | undefined {
  if (variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, '')
  const urlFor = (exporter: string, own: string | undefined, path: string) =>
    exporter === 'none' ? undefined : (own ?? (base && `${base}/v1/${path}`))
  const tracesUrl = urlFor(variables.OTEL_TRACES_EXPORTER, variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, 'traces')
  const metricsUrl = urlFor(variables.OTEL_METRICS_EXPORTER, variables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, 'metrics')
  if (tracesUrl === undefined && metricsUrl === undefined) return undefined
  const resource = pairsOf(variables.OTEL_RESOURCE_ATTRIBUTES ?? '')
  return {
    tracesUrl,
    metricsUrl,
    serviceName: variables.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'pleat',
    resource,
    timeoutMs: variables.OTEL_EXPORTER_OTLP_TIMEOUT,
    isCompressed: variables.OTEL_EXPORTER_OTLP_COMPRESSION === 'gzip',
    spanDelayMs: variables.OTEL_BSP_SCHEDULE_DELAY,
    exportIntervalMs: Math.max(100, variables.OTEL_METRIC_EXPORT_INTERVAL),
    sampler: SAMPLERS[variables.OTEL_TRACES_SAMPLER]!(variables.OTEL_TRACES_SAMPLER_ARG),
    names: genAiNamesOf(variables),
  }
}

/** Parses `name=value` pairs separated by commas, percent-encoded, the format of OpenTelemetry's variables. */
function pairsOf(text: string): Record<string, string> {
  const pairs: Record<string, string> = {}
  for (const entry of text.split(',')) {
    const equals = entry.indexOf('=')
    if (equals <= 0) continue
    pairs[entry.slice(0, equals).trim()] = decoded(entry.slice(equals + 1).trim())
  }
  return pairs
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function otlpHeaders() {
  return z
    .string()
    .transform(pairsOf)
    .refine(
      (pairs) =>
        Object.entries(pairs).every(
          ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value),
        ),
      {
        error: 'must be headers as name=value, separated by commas',
      },
    )
    .optional()
}
