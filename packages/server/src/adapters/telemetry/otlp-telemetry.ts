import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { ProviderAddress } from '../../config/provider-addresses.ts'
import type { SamplerSettings, TelemetrySettings } from '../../config/telemetry-settings.ts'
import { VERSION } from '../../config/version.ts'
import type { MetricFamily } from '../../observability/metric-family.ts'
import type { Telemetry } from '../../observability/telemetry-port.ts'
import type { Log } from '../../ports.ts'
import type { RequestHead, RequestTrace } from '../../proxy/trace-port.ts'
import { within } from '../../within.ts'
import { metricProducer } from './exported-metrics.ts'
import { reportFailures } from './report-failures.ts'
import { RequestSpans, type SpanOptions } from './request-spans.ts'

const SCOPE = { name: 'pleat', version: VERSION }
/** Time limit for sending the remaining data at shutdown, in milliseconds. */
const CLOSE_TIMEOUT_MS = 5_000

interface TelemetryOptions {
  readonly settings: TelemetrySettings
  readonly headers: {
    readonly traces: Readonly<Record<string, string>>
    readonly metrics: Readonly<Record<string, string>>
  }
  readonly addresses: Readonly<Record<string, ProviderAddress>>
  readonly log: Log
}

/** Traces and metrics over OTLP/HTTP with JSON. An unreachable collector is logged and delays no request. */
export class OtlpTelemetry implements Telemetry {
  readonly #options: TelemetryOptions
  readonly #resource: Resource
  readonly #traces: TracerProvider | undefined
  readonly #spans: SpanOptions | undefined
  #meters: MeterProvider | undefined

  constructor(options: TelemetryOptions) {
    const { settings, addresses } = options
    this.#options = options
    this.#resource = resourceFromAttributes({
      'service.version': VERSION,
      ...settings.resource,
      'service.name': settings.serviceName,
    })
    this.#traces = this.#openTraces()
    if (this.#traces === undefined) return
    this.#spans = { tracer: this.#traces.getTracer(SCOPE.name, SCOPE.version), addresses, names: settings.names }
  }

  begin(head: RequestHead): RequestTrace | undefined {
    return this.#spans && new RequestSpans(this.#spans, head)
  }

  exportMetrics(families: readonly MetricFamily[]): void {
    const { settings, headers, log } = this.#options
    const { metricsUrl: url, exportIntervalMs: exportIntervalMillis, timeoutMs: timeoutMillis } = settings
    if (url === undefined || this.#meters !== undefined) return
    const exporter = new OTLPMetricExporter({
      url,
      headers: { ...headers.metrics },
      timeoutMillis,
      ...this.#compression(),
    })
    const producer = metricProducer({ resource: this.#resource, scope: SCOPE, families: () => families })
    const reader = new PeriodicExportingMetricReader({
      exporter: reportFailures(exporter, 'metrics', log),
      exportIntervalMillis,
      exportTimeoutMillis: Math.min(timeoutMillis, exportIntervalMillis),
      metricProducers: [producer],
    })
    this.#meters = new MeterProvider({ resource: this.#resource, readers: [reader] })
  }

  async close(): Promise<void> {
    const closing = Promise.allSettled([this.#traces?.shutdown(), this.#meters?.shutdown()])
    await within(CLOSE_TIMEOUT_MS, closing, () => {})
  }

  #openTraces(): TracerProvider | undefined {
    const { settings, headers, log } = this.#options
    const { tracesUrl: url, timeoutMs: timeoutMillis } = settings
    if (url === undefined) return undefined
    const exporter = new OTLPTraceExporter({
      url,
      headers: { ...headers.traces },
      timeoutMillis,
      ...this.#compression(),
    })
    const processor = new BatchSpanProcessor({
      exporter: reportFailures(exporter, 'traces', log),
      scheduledDelayMillis: settings.spanDelayMs,
      exportTimeoutMillis: timeoutMillis,
    })
    return new TracerProvider({
      resource: this.#resource,
      sampler: samplerOf(settings.sampler),
      spanProcessors: [processor],
    })
  }

  #compression(): Pick<NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>, 'compression'> {
    type Compression = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>['compression']
    return this.#options.settings.isCompressed ? { compression: 'gzip' as Compression & string } : {}
  }
}

function samplerOf({ share, followsParent }: SamplerSettings): Sampler {
  const root = share === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(share)
  return followsParent ? new ParentBasedSampler({ root }) : root
}
