import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { ProviderAddress } from '../../config/provider-addresses.ts'
import type { RequestHead, RequestTrace, TracedCall, TracedRequest } from '../../proxy/trace-port.ts'
import { callAttributes, requestAttributes } from './call-attributes.ts'
import { readTraceParent, writeTraceParent } from './trace-context.ts'

export interface SpanOptions {
  readonly tracer: Tracer
  readonly addresses: Readonly<Record<string, ProviderAddress>>
  readonly names: 'v1.41' | 'latest'
}

/** The two spans of one request: that of the server, and its child, that of the call. */
export class RequestSpans implements RequestTrace {
  readonly traceId: string
  readonly #options: SpanOptions
  readonly #context: Context
  readonly #server: Span
  /** Read for each request: `performance.timeOrigin` is wrong after the system clock was set or the machine slept. */
  readonly #monotonicOrigin = Date.now() - performance.now()
  #call: Span | undefined

  constructor(options: SpanOptions, head: RequestHead) {
    this.#options = options
    const parent = readTraceParent(head.traceparent, head.tracestate)
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const attributes = { 'http.request.method': head.method, 'http.route': head.route }
    const name = `${head.method} ${head.route}`
    const startTime = this.#epochOf(head.startedAt)
    this.#server = options.tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes }, context)
    this.#context = trace.setSpan(context, this.#server)
    this.traceId = this.#server.spanContext().traceId
  }

  callParent(): string {
    this.#call ??= this.#startCall(performance.now())
    return writeTraceParent(this.#call.spanContext())
  }

  end(request: TracedRequest): void {
    const endTime = this.#epochOf(request.endedAt)
    if (request.call) this.#endCall(request, request.call)
    this.#server.setAttributes(requestAttributes(request))
    // An error of the client is not a failure of the server.
    if (request.status >= 500) this.#server.setStatus({ code: SpanStatusCode.ERROR })
    this.#server.end(endTime)
  }

  #endCall(request: TracedRequest, call: TracedCall): void {
    const { addresses, names } = this.#options
    this.#call ??= this.#startCall(call.sentAt)
    const span = this.#call
    const { operation, model } = call
    if (operation !== undefined) span.updateName(model === undefined ? operation : `${operation} ${model}`)
    span.setAttributes(callAttributes(request, call, { address: addresses[call.upstream]!, names }))
    if (request.errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(this.#epochOf(request.endedAt))
  }

  #startCall(at: number): Span {
    const startTime = this.#epochOf(at)
    return this.#options.tracer.startSpan('call', { kind: SpanKind.CLIENT, startTime }, this.#context)
  }

  /** Converts a time of the monotonic clock to Unix milliseconds. */
  #epochOf(monotonic: number): number {
    return this.#monotonicOrigin + monotonic
  }
}
