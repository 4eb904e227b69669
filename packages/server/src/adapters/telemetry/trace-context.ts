import { createTraceState, type SpanContext } from '@opentelemetry/api'

/**
 * Start of a header of version 00 and every later version (W3C Trace Context, section 3.2). Additions of later versions
 * are ignored.
 */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** The client's span that is the parent of a request. Undefined if the headers contain none, or an invalid one. */
export function readTraceParent(
  traceparent: string | undefined,
  tracestate: string | undefined,
): SpanContext | undefined {
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(traceparent?.trim() ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (traceId === NO_TRACE || spanId === NO_SPAN) return undefined
  return {
    traceId: traceId!,
    spanId: spanId!,
    traceFlags: Number.parseInt(flags!, 16) & 1,
    isRemote: true,
    ...(tracestate !== undefined && { traceState: createTraceState(tracestate) }),
  }
}

/** The `traceparent` of a span. */
export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
