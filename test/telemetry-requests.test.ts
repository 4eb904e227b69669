import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Collector, startCollector } from './harness/start-collector.ts'
import { startPleat } from './harness/start-pleat.ts'
import { callsIn, SERVER_KIND, TRACE, telemetryVariables } from './harness/traces.ts'
import { post } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const ERROR = 2
/** Least duration of a fold, in milliseconds. */
const FOLD_MS = 400
const { traceId: TRACE_ID, parentId: PARENT, traceparent } = TRACE

describe('a traced request', () => {
  let collector: Collector
  let standIn: StandIn
  beforeAll(async () => {
    collector = await startCollector()
    standIn = await startStandIn()
  })
  afterAll(async () => {
    await collector.close()
    await standIn.close()
  })

  async function ask(more: Record<string, string>, headers: Record<string, string>, fields: object = {}) {
    const pleat = await startPleat({ providerUrl: standIn.url, variables: telemetryVariables(collector, more) })
    const already = collector.spans.length
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], ...fields }
    const response = await post(pleat.url, 'openai', { key: pleat.key, body, headers })
    await pleat.close()
    return { response, spans: collector.spans.slice(already), sent: standIn.requests.at(-1)!.headers }
  }

  test('is forwarded with the trace context of the call span if configured, with tracestate but without baggage', async () => {
    const headers = { traceparent, tracestate: 'vendor=1', baggage: 'user=42' }
    const { spans, sent } = await ask({ PLEAT_TRACE_FORWARD: 'on' }, headers)
    const [call] = callsIn(spans)
    expect(sent.traceparent).toBe(`00-${TRACE_ID}-${call!.spanId}-01`)
    expect(sent.tracestate).toBe('vendor=1')
    expect(sent.baggage).toBeUndefined()
  })

  test('has a call span that begins after the fold, also if its context is forwarded', async () => {
    const variables = telemetryVariables(collector, { PLEAT_TRACE_FORWARD: 'on' })
    const pleat = await startPleat({ providerUrl: standIn.url, variables })
    const { compression } = pleat.server.deps
    let foldedAt = Number.NaN
    const read = compression.read.bind(compression)
    compression.read = async (...source) => {
      const reading = await read(...source)
      const prepare: typeof reading.prepare = async (request) => {
        await sleep(FOLD_MS)
        const prepared = await reading.prepare(request)
        foldedAt = performance.now()
        return prepared
      }
      return { ...reading, prepare }
    }
    const already = collector.spans.length
    // A conversation of few turns is sent before it is counted.
    const messages = Array.from({ length: 21 }, (_, at) => ({
      role: at % 2 ? 'assistant' : 'user',
      content: `Ship ${at} leaves at ${at}:30. `.repeat(40),
    }))
    await post(pleat.url, 'openai', { key: pleat.key, body: { model: 'gpt-4o', messages } })
    const sinceFoldMs = performance.now() - foldedAt
    await pleat.close()
    const [call] = callsIn(collector.spans.slice(already))
    expect(call!.durationMs).toBeLessThan(sinceFoldMs + FOLD_MS / 2)
  })

  test('is not exported if the client does not sample it', async () => {
    const { response, spans } = await ask({}, { traceparent: `00-${TRACE_ID}-${PARENT}-00` })
    expect(spans).toEqual([])
    expect(response.headers['x-service-trace-id']).toBe(TRACE_ID)
  })

  test.each([
    ['zeros for a trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['zeros for a span', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
    ['a forbidden version', `ff-${TRACE_ID}-${PARENT}-01`],
    ['more than version 00 has', `${traceparent}-more`],
    ['no trace at all', 'nonsense'],
  ])('begins its own trace if the header contains %s', async (_, header) => {
    const { spans } = await ask({}, { traceparent: header })
    expect(spans).toHaveLength(2)
    expect(spans.every(({ traceId }) => traceId !== TRACE_ID && /^[0-9a-f]{32}$/.test(traceId))).toBe(true)
  })

  test('joins a trace of a later traceparent version', async () => {
    const { spans } = await ask({}, { traceparent: `01-${TRACE_ID}-${PARENT}-01-future` })
    expect(spans.map(({ traceId }) => traceId)).toEqual([TRACE_ID, TRACE_ID])
  })

  test('has the newer attribute names in spans and metrics if configured', async () => {
    const { spans } = await ask(
      { OTEL_SEMCONV_STABILITY_OPT_IN: 'http,gen_ai_latest_experimental' },
      {},
      { stream: true, stream_options: { include_usage: true } },
    )
    const [call] = callsIn(spans)
    expect(Object.keys(call!.attributes)).toEqual(expect.arrayContaining(['gen_ai.usage.cache_write.input_tokens']))
    expect(call!.attributes['gen_ai.usage.cache_creation.input_tokens']).toBeUndefined()
    expect(call!.attributes).toMatchObject({ 'gen_ai.request.stream': true })
    expect(call!.attributes['gen_ai.response.time_to_first_chunk']).toBeGreaterThan(0)
    expect(collector.metrics.get('gen_ai.client.inference.duration')!.points).toHaveLength(1)
    expect(collector.metrics.get('gen_ai.client.inference.time_to_first_chunk')!.points[0]!.value).toBe(1)
    for (const name of ['input_tokens', 'output_tokens', 'cache_read.input_tokens', 'cache_write.input_tokens']) {
      expect(collector.metrics.get(`gen_ai.client.inference.usage.${name}`)!.kind).toBe('sum')
    }
  })

  test('has an error span if the provider is unreachable, and is exported with traces alone if configured', async () => {
    const away = { PLEAT_OPENAI_URL: 'http://127.0.0.1:1/v1', OTEL_METRICS_EXPORTER: 'none' }
    const already = collector.headers.length
    const { response, spans } = await ask(away, {})
    expect(response.status).toBe(502)
    const [call] = callsIn(spans)
    expect([call!.status, call!.attributes['error.type']]).toEqual([ERROR, 'upstream_unreachable'])
    expect(spans.find(({ kind }) => kind === SERVER_KIND)!.status).toBe(ERROR)
    expect(collector.headers.slice(already).map((headers) => headers[':path'])).toEqual(['/v1/traces'])
  })

  test('is not exported without an endpoint or with the SDK disabled', async () => {
    const already = collector.headers.length
    const { response } = await ask({ OTEL_SDK_DISABLED: 'true' }, {})
    expect(response.headers['x-service-trace-id']).toBeUndefined()
    const off = await ask({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { traceparent })
    expect([off.response.status, off.response.headers['x-service-trace-id']]).toEqual([200, undefined])
    expect(collector.headers).toHaveLength(already)
  })
})

test('an unreachable collector fails no request, and is logged once for each signal', async () => {
  const standIn = await startStandIn()
  const away = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
  }
  const pleat = await startPleat({ providerUrl: standIn.url, variables: away })
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }
  for (let index = 0; index < 3; index++) {
    expect((await post(pleat.url, 'openai', { key: pleat.key, body })).status).toBe(200)
  }
  await pleat.close()
  const lines = pleat.problems().filter(({ msg }) => String(msg).startsWith('Could not export'))
  expect(lines.map(({ msg }) => msg).sort()).toEqual([
    'Could not export metrics; check OTEL_EXPORTER_OTLP_ENDPOINT.',
    'Could not export traces; check OTEL_EXPORTER_OTLP_ENDPOINT.',
  ])
  await standIn.close()
})
