import { type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, expect, test, vi } from 'vitest'
import { RequestSpans } from './request-spans.ts'

const HOUR_MS = 60 * 60_000

afterEach(() => {
  vi.restoreAllMocks()
})

test('a span has the time of the system clock after that clock was set', () => {
  const ended: ReadableSpan[] = []
  const processor = {
    onStart() {},
    onEnd: (span: ReadableSpan) => void ended.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test')
  const now = Date.now() + HOUR_MS
  vi.spyOn(Date, 'now').mockReturnValue(now)
  const startedAt = performance.now()
  const head = { method: 'POST', route: '/v1/messages', startedAt, traceparent: undefined, tracestate: undefined }
  const spans = new RequestSpans({ tracer, addresses: {}, names: 'latest' }, head)
  const figures = { originalTokens: 1, optimizedTokens: 1, observedTokens: 0, overheadMs: undefined }
  const names = { errorType: undefined, account: undefined, session: undefined, outcome: 'none' }
  spans.end({ status: 200, ...names, ...figures, endedAt: startedAt + 1500, call: undefined })
  const unixMs = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1000 + nanoseconds / 1e6
  const [span] = ended
  expect(Math.abs(unixMs(span!.startTime) - now)).toBeLessThan(1000)
  expect(unixMs(span!.endTime) - unixMs(span!.startTime)).toBeCloseTo(1500, 1)
})
