import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

type Value = string | number | boolean

/** A span as it was exported. */
export interface ExportedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly traceState: string
  readonly durationMs: number
  readonly status: number
  readonly attributes: Readonly<Record<string, Value>>
}

/** A point of a metric as it was exported. */
export interface ExportedPoint {
  readonly attributes: Readonly<Record<string, Value>>
  /** Number of values; histograms only. */
  readonly value: number
  readonly sum: number | undefined
  readonly bounds: readonly number[] | undefined
}

/** A metric as it was exported. */
export interface ExportedMetric {
  readonly name: string
  readonly unit: string
  readonly kind: 'sum' | 'gauge' | 'histogram'
  readonly points: readonly ExportedPoint[]
}

/** An OpenTelemetry collector that stores the exports it receives over OTLP/HTTP with JSON. */
export interface Collector {
  readonly url: string
  readonly spans: readonly ExportedSpan[]
  /** The newest state of each metric by name. */
  readonly metrics: ReadonlyMap<string, ExportedMetric>
  readonly resource: Readonly<Record<string, Value>>
  readonly headers: readonly IncomingHttpHeaders[]
  /** All received exports, as text. */
  received(): string
  close(): Promise<void>
}

interface WireAttribute {
  readonly key: string
  readonly value: { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean }
}

interface WireSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status?: { readonly code?: number }
  readonly attributes: readonly WireAttribute[]
}

interface WirePoint {
  readonly attributes: readonly WireAttribute[]
  readonly asDouble?: number
  readonly asInt?: string | number
  readonly count?: string | number
  readonly sum?: number
  readonly explicitBounds?: readonly number[]
}

interface WireMetric {
  readonly name: string
  readonly unit: string
  readonly sum?: { readonly dataPoints: readonly WirePoint[] }
  readonly gauge?: { readonly dataPoints: readonly WirePoint[] }
  readonly histogram?: { readonly dataPoints: readonly WirePoint[] }
}

interface WireBody {
  readonly resourceSpans?: readonly WireResource<{ readonly scopeSpans: readonly { spans: readonly WireSpan[] }[] }>[]
  readonly resourceMetrics?: readonly WireResource<{
    readonly scopeMetrics: readonly { metrics: readonly WireMetric[] }[]
  }>[]
}

type WireResource<Scopes> = Scopes & { readonly resource: { readonly attributes: readonly WireAttribute[] } }

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: ExportedSpan[] = []
  const metrics = new Map<string, ExportedMetric>()
  const headers: IncomingHttpHeaders[] = []
  const texts: string[] = []
  let resource: Record<string, Value> = {}
  const take = (body: WireBody) => {
    for (const { resource: from, scopeSpans } of body.resourceSpans ?? []) {
      resource = readAttributes(from.attributes)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(readSpan)))
    }
    for (const { scopeMetrics } of body.resourceMetrics ?? []) {
      for (const metric of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.set(metric.name, readMetric(metric))
    }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8')
    headers.push({ ...request.headers, ':path': request.url })
    texts.push(text)
    take(JSON.parse(text) as WireBody)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    get resource() {
      return resource
    },
    received: () => texts.join('\n'),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readSpan(span: WireSpan): ExportedSpan {
  const { name, kind, traceId, spanId, parentSpanId = '', traceState = '', status } = span
  const durationMs = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6
  const attributes = readAttributes(span.attributes)
  return { name, kind, traceId, spanId, parentSpanId, traceState, durationMs, status: status?.code ?? 0, attributes }
}

function readMetric({ name, unit, sum, gauge, histogram }: WireMetric): ExportedMetric {
  const points = (sum ?? gauge ?? histogram)!.dataPoints.map((point) => ({
    attributes: readAttributes(point.attributes),
    value: Number(point.asDouble ?? point.asInt ?? point.count),
    sum: point.sum,
    bounds: point.explicitBounds,
  }))
  return { name, unit, kind: sum ? 'sum' : gauge ? 'gauge' : 'histogram', points }
}

function readAttributes(attributes: readonly WireAttribute[]): Record<string, Value> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue ?? doubleValue),
    ]),
  )
}
