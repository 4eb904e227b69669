import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, type PlayedTurn, play } from './harness/play.ts'
import { type Collector, type ExportedSpan, startCollector } from './harness/start-collector.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { post } from './harness/wire.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const SERVER = 2
const CLIENT = 3
const ERROR = 2
const dialogue = createDialogue(5)
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${PARENT}-01`

/** What the conventions allow on the two spans; nothing else may be on them, and no text of messages. */
const SERVER_ATTRIBUTES = ['http.request.method', 'http.route', 'http.response.status_code', 'error.type']
const CALL_ATTRIBUTES = [
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.request.model',
  'gen_ai.request.stream',
  'gen_ai.conversation.id',
  'gen_ai.conversation.compacted',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'server.address',
  'server.port',
  'http.response.status_code',
  'http.request.resend_count',
  'error.type',
]

function variables(collector: Collector, more: Record<string, string> = {}): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50', ...more }
}

function callsIn(spans: readonly ExportedSpan[]): ExportedSpan[] {
  return spans.filter(({ kind }) => kind === CLIENT)
}

describe('a conversation that is traced', () => {
  let collector: Collector
  let standIn: StandIn
  let played: readonly PlayedTurn[]
  let refused: Response
  let pleat: Pleat
  beforeAll(async () => {
    collector = await startCollector()
    standIn = await startStandIn({ answer: answerFrom(dialogue) })
    const more = {
      OTEL_SERVICE_NAME: 'gateway',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,team=a%20b',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=secret%20of%20the%20collector',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    }
    pleat = await startPleat({ providerUrl: standIn.url, variables: variables(collector, more) })
    const headers = { traceparent, tracestate: 'vendor=1', baggage: 'user=42' }
    const options = { wire: 'anthropic', base: () => pleat.url, key: pleat.key, standIn, dialogue, turns: 14 } as const
    played = await play({ ...options, headers })
    refused = await fetch(`${pleat.url}/v1/messages`, { method: 'POST', body: '{}' })
    await pleat.close()
  })
  afterAll(async () => {
    await collector.close()
    await standIn.close()
  })

  test('has a span for each request in the trace of the client, and below it one of the call', () => {
    const servers = collector.spans.filter(({ kind, traceId }) => kind === SERVER && traceId === TRACE)
    const calls = callsIn(collector.spans)
    expect([servers.length, calls.length]).toEqual([14, 14])
    for (const server of servers) {
      expect([server.name, server.parentSpanId, server.traceState]).toEqual(['POST /v1/messages', PARENT, 'vendor=1'])
    }
    const parents = new Set(servers.map(({ spanId }) => spanId))
    for (const call of calls) {
      expect([call.name, call.traceId, parents.has(call.parentSpanId)]).toEqual(['chat claude-sonnet-4-5', TRACE, true])
      expect(call.durationMs).toBeGreaterThan(0)
    }
  })

  test('carries attributes of the conventions and of this server, and no others', () => {
    for (const { kind, attributes } of collector.spans) {
      const allowed = kind === CLIENT ? CALL_ATTRIBUTES : SERVER_ATTRIBUTES
      expect(Object.keys(attributes).filter((name) => !allowed.includes(name) && !/^pleat\./.test(name))).toEqual([])
    }
    for (const { attributes } of callsIn(collector.spans)) {
      expect(attributes).toMatchObject({
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.request.model': 'claude-sonnet-4-5',
        'server.address': '127.0.0.1',
        'server.port': standIn.port,
      })
      expect(attributes['gen_ai.usage.input_tokens']).toBeGreaterThan(0)
    }
  })

  test('says of exactly those calls that they were compacted that were sent folded', () => {
    const compacted = callsIn(collector.spans).filter(({ attributes }) => attributes['gen_ai.conversation.compacted'])
    const folded = played.filter(({ savings }) => savings.saved > 0)
    expect(folded.length).toBeGreaterThan(0)
    expect(compacted).toHaveLength(folded.length)
  })

  test('holds no text of a message, no key and nothing of the baggage', () => {
    const received = collector.received()
    expect(received).toContain('chat claude-sonnet-4-5')
    for (const secret of ['harbour', 'REF-4', 'settled', pleat.key, 'user=42']) expect(received).not.toContain(secret)
  })

  test('is named in every answer', () => {
    for (const { response } of played) expect(response.headers['x-service-trace-id']).toBe(TRACE)
    expect(refused.headers.get('x-service-trace-id')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('does not leave for the provider unless asked to', () => {
    for (const { sent } of played) {
      for (const name of ['traceparent', 'tracestate', 'baggage']) expect(sent[0]!.headers[name]).toBeUndefined()
    }
  })

  test('is told of an error of this server, which began a trace of its own', () => {
    const span = collector.spans.find(({ traceId }) => traceId === refused.headers.get('x-service-trace-id'))!
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 401, 'error.type': 'unauthorized' })
    // A mistake of the client is no error of the server's span.
    expect([span.parentSpanId, span.status]).toEqual(['', 0])
  })

  test('reaches the collector with the standard settings', () => {
    expect(collector.resource).toMatchObject({
      'service.name': 'gateway',
      'deployment.environment': 'test',
      team: 'a b',
    })
    expect(new Set(collector.headers.map((headers) => headers[':path']))).toEqual(
      new Set(['/v1/traces', '/v1/metrics']),
    )
    for (const headers of collector.headers) {
      expect([headers['content-type'], headers['x-collector-key']]).toEqual([
        'application/json',
        'secret of the collector',
      ])
    }
  })

  test('is measured by the metrics of the conventions, version 1.41', () => {
    const duration = collector.metrics.get('gen_ai.client.operation.duration')!
    expect([duration.kind, duration.unit]).toEqual(['histogram', 's'])
    expect(duration.points[0]!.bounds!.slice(0, 3)).toEqual([0.01, 0.02, 0.04])
    const answered = duration.points.find(({ attributes }) => attributes['error.type'] === undefined)!
    expect(answered.value).toBe(14)
    expect(answered.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-4-5',
      'server.address': '127.0.0.1',
      'server.port': standIn.port,
    })
    const usage = collector.metrics.get('gen_ai.client.token.usage')!
    expect(usage.points[0]!.bounds!.slice(0, 3)).toEqual([1, 4, 16])
    expect(usage.points.map(({ attributes }) => attributes['gen_ai.token.type'])).toEqual(['input', 'output'])
    const saved = collector.metrics.get('pleat.tokens.saved')!
    expect(saved.points[0]!.value).toBe(played.reduce((sum, { savings }) => sum + savings.saved, 0))
    expect([...collector.metrics.keys()].filter((name) => name.includes('inference'))).toEqual([])
  })
})

describe('one request that is traced', () => {
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
    const pleat = await startPleat({ providerUrl: standIn.url, variables: variables(collector, more) })
    const already = collector.spans.length
    const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], ...fields }
    const response = await post(pleat.url, 'openai', { key: pleat.key, body, headers })
    await pleat.close()
    return { response, spans: collector.spans.slice(already), sent: standIn.requests.at(-1)!.headers }
  }

  test('is forwarded as the span of the call where that is asked for, with the state but not the baggage', async () => {
    const headers = { traceparent, tracestate: 'vendor=1', baggage: 'user=42' }
    const { spans, sent } = await ask({ PLEAT_TRACE_FORWARD: 'on' }, headers)
    const [call] = callsIn(spans)
    expect(sent.traceparent).toBe(`00-${TRACE}-${call!.spanId}-01`)
    expect(sent.tracestate).toBe('vendor=1')
    expect(sent.baggage).toBeUndefined()
  })

  test('is not exported where the client does not sample it', async () => {
    const { response, spans } = await ask({}, { traceparent: `00-${TRACE}-${PARENT}-00` })
    expect(spans).toEqual([])
    expect(response.headers['x-service-trace-id']).toBe(TRACE)
  })

  test.each([
    ['zeros for a trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['zeros for a span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['a forbidden version', `ff-${TRACE}-${PARENT}-01`],
    ['more than version 00 has', `${traceparent}-more`],
    ['no trace at all', 'nonsense'],
  ])('begins a trace of its own where the header holds %s', async (_, header) => {
    const { spans } = await ask({}, { traceparent: header })
    expect(spans).toHaveLength(2)
    expect(spans.every(({ traceId }) => traceId !== TRACE && /^[0-9a-f]{32}$/.test(traceId))).toBe(true)
  })

  test('joins a trace of a later version as far as it is known', async () => {
    const { spans } = await ask({}, { traceparent: `01-${TRACE}-${PARENT}-01-future` })
    expect(spans.map(({ traceId }) => traceId)).toEqual([TRACE, TRACE])
  })

  test('has the newer names where they are asked for, in spans and in metrics', async () => {
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

  test('is an error where the provider cannot be reached, and traces alone can be asked for', async () => {
    const away = { PLEAT_OPENAI_URL: 'http://127.0.0.1:1/v1', OTEL_METRICS_EXPORTER: 'none' }
    const already = collector.headers.length
    const { response, spans } = await ask(away, {})
    expect(response.status).toBe(502)
    const [call] = callsIn(spans)
    expect([call!.status, call!.attributes['error.type']]).toEqual([ERROR, 'upstream_unreachable'])
    expect(spans.find(({ kind }) => kind === SERVER)!.status).toBe(ERROR)
    expect(collector.headers.slice(already).map((headers) => headers[':path'])).toEqual(['/v1/traces'])
  })

  test('is not exported at all without an endpoint, and where the SDK is disabled', async () => {
    const already = collector.headers.length
    const { response } = await ask({ OTEL_SDK_DISABLED: 'true' }, {})
    expect(response.headers['x-service-trace-id']).toBeUndefined()
    const off = await ask({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { traceparent })
    expect([off.response.status, off.response.headers['x-service-trace-id']]).toEqual([200, undefined])
    expect(collector.headers).toHaveLength(already)
  })
})

test('a collector that is away costs a request nothing, and is logged once', async () => {
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
  const lines = pleat.problems().filter(({ msg }) => String(msg).includes('could not be exported'))
  expect(lines.map(({ msg }) => msg).sort()).toEqual([
    'The metrics could not be exported.',
    'The traces could not be exported.',
  ])
  await standIn.close()
})
