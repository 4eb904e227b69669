import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { answerFrom, type PlayedTurn, play } from './harness/play.ts'
import { type Collector, startCollector } from './harness/start-collector.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { callsIn, SERVER_KIND, TRACE, telemetryVariables } from './harness/traces.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const dialogue = createDialogue(5)
/** The attributes that the conventions allow on the two spans. Any other could leak message text. */
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

describe('a traced conversation', () => {
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
    pleat = await startPleat({ providerUrl: standIn.url, variables: telemetryVariables(collector, more) })
    const headers = { traceparent: TRACE.traceparent, tracestate: 'vendor=1', baggage: 'user=42' }
    const options = { wire: 'anthropic', base: () => pleat.url, key: pleat.key, standIn, dialogue, turns: 14 } as const
    played = await play({ ...options, headers })
    refused = await fetch(`${pleat.url}/v1/messages`, { method: 'POST', body: '{}' })
    await pleat.close()
  })
  afterAll(async () => {
    await collector.close()
    await standIn.close()
  })

  test('has a span for each request in the client’s trace, with a child span for the call to the provider', () => {
    const servers = collector.spans.filter(({ kind, traceId }) => kind === SERVER_KIND && traceId === TRACE.traceId)
    const calls = callsIn(collector.spans)
    expect([servers.length, calls.length]).toEqual([14, 14])
    for (const server of servers) {
      expect([server.name, server.parentSpanId, server.traceState]).toEqual([
        'POST /v1/messages',
        TRACE.parentId,
        'vendor=1',
      ])
    }
    const parents = new Set(servers.map(({ spanId }) => spanId))
    for (const call of calls) {
      expect([call.name, call.traceId, parents.has(call.parentSpanId)]).toEqual([
        'chat claude-sonnet-4-5',
        TRACE.traceId,
        true,
      ])
      expect(call.durationMs).toBeGreaterThan(0)
    }
  })

  test('has only attributes of the conventions and of this server', () => {
    for (const { kind, attributes } of collector.spans) {
      const allowed = kind !== SERVER_KIND ? CALL_ATTRIBUTES : SERVER_ATTRIBUTES
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

  test('marks exactly the folded calls as compacted', () => {
    const compacted = callsIn(collector.spans).filter(({ attributes }) => attributes['gen_ai.conversation.compacted'])
    const folded = played.filter(({ savings }) => savings.saved > 0)
    expect(folded.length).toBeGreaterThan(0)
    expect(compacted).toHaveLength(folded.length)
  })

  test('exports no message text, no key and no baggage', () => {
    const received = collector.received()
    expect(received).toContain('chat claude-sonnet-4-5')
    for (const secret of ['harbour', 'REF-4', 'settled', pleat.key, 'user=42']) expect(received).not.toContain(secret)
  })

  test('has its trace id in every response', () => {
    for (const { response } of played) expect(response.headers['x-service-trace-id']).toBe(TRACE.traceId)
    expect(refused.headers.get('x-service-trace-id')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('does not send its trace context to the provider by default', () => {
    for (const { sent } of played) {
      for (const name of ['traceparent', 'tracestate', 'baggage']) expect(sent[0]!.headers[name]).toBeUndefined()
    }
  })

  test('starts its own trace for an error of this server', () => {
    const span = collector.spans.find(({ traceId }) => traceId === refused.headers.get('x-service-trace-id'))!
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 401, 'error.type': 'unauthorized' })
    // By the conventions, a client error (4xx) does not set the status of a server span.
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

  test('is counted in the metrics of the conventions, version 1.41', () => {
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
