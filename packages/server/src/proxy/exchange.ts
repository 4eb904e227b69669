import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Usage } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import type { ErrorCode, Family, ServiceError } from '../errors.ts'
import type { BodyLease } from '../gate/body-budget.ts'
import type { Caller } from '../gate/key-port.ts'
import type { RateWindow } from '../gate/rate-limiter-port.ts'
import { newRequestId } from '../gate/request-id.ts'
import { LargeBodies } from './large-bodies.ts'
import type { RequestTrace, RequestTraces } from './trace-port.ts'
import type { UpstreamCall } from './upstream-port.ts'

/** Input tokens before and after compression. Saved tokens are always their difference. */
export interface TokenFigures {
  readonly original: number
  readonly optimized: number
}

/** The end of a relayed response: complete, broken off by the provider, or with a disconnected client. */
export type RelayEnd = 'complete' | 'broken' | 'client-gone'

/** One request and its response, with all findings that headers, log and usage need. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly family: Family
  /** Route pattern for the log, which contains no value of a path or query. */
  readonly pattern: string
  /** True if responses have the savings headers once the caller is known. */
  readonly isProxied: boolean
  readonly requestId: string
  /** Monotonic clock, in milliseconds. */
  readonly startedAt: number
  /** Time that the client took to send its body, which is not part of our overhead. */
  uploadMs: number
  /** True if the client waits for `100 Continue` before it sends its body. */
  expectsContinue: boolean
  /** Lease on the memory of the body, from `receiveBody` or `findModel` to the end of the request. */
  bodyLease: BodyLease | undefined
  /** Large bodies of this request, and the calls that send them. */
  largeBodies: LargeBodies | undefined
  /** Bytes of the lease that are reserved for copies of the body. */
  copiedBytes: number
  caller: Caller | undefined
  /** The error for a refused key. Undefined for a usable key, and for an unknown one. */
  keyProblem: ServiceError | undefined
  window: RateWindow | undefined
  /** Returned in `X-Service-Session-Id`. */
  sessionId: string | undefined
  sessionHash: string | undefined
  model: string | undefined
  /** Name of the upstream. */
  upstream: string | undefined
  figures: TokenFigures
  /** For `X-Service-Compression` and the log: `folded`, `recalled`, or the reason why nothing was folded. */
  outcome: string
  overheadMs: number | undefined
  /** The provider whose API the chosen upstream has. */
  provider: Provider | undefined
  /** The newest request to a provider. Undefined once its response was relayed, or the provider refused it. */
  call: UpstreamCall | undefined
  /** Monotonic clock in milliseconds: the first sending of the request, and the first bytes of the response's body. */
  sentAt: number | undefined
  firstChunkAt: number | undefined
  /** True if the response is an event stream. */
  isStream: boolean
  /** The usage that the provider reported. */
  usage: Usage | undefined
  /** Input tokens that a fold would have saved, in observe mode. */
  observedTokens: number
  isFolded: boolean
  /** True if the fold moved for this request. */
  hasMoved: boolean
  /** Number of times that another body was sent after the provider refused one. */
  resends: number
  /** Undefined if traces are not exported. */
  trace: RequestTrace | undefined
  /** The end of the relayed response. Undefined until then. */
  end: RelayEnd | undefined
  /** Code of an error that this server returned. */
  errorCode: ErrorCode | undefined
  /** Stops the provider when the client disconnects. */
  abort: (() => void) | undefined
}

/** Begins an exchange. From now on, a disconnecting client stops everything that `abort` stops. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  options: {
    family: Family
    pattern: string
    isProxied: boolean
    expectsContinue?: boolean
    telemetry?: RequestTraces | undefined
  },
): Exchange {
  const exchange: Exchange = {
    request,
    response,
    family: options.family,
    pattern: options.pattern,
    isProxied: options.isProxied,
    requestId: newRequestId(),
    startedAt: performance.now(),
    uploadMs: 0,
    expectsContinue: options.expectsContinue ?? false,
    bodyLease: undefined,
    largeBodies: undefined,
    copiedBytes: 0,
    caller: undefined,
    keyProblem: undefined,
    window: undefined,
    sessionId: undefined,
    sessionHash: undefined,
    model: undefined,
    upstream: undefined,
    figures: { original: 0, optimized: 0 },
    outcome: 'none',
    overheadMs: undefined,
    provider: undefined,
    call: undefined,
    sentAt: undefined,
    firstChunkAt: undefined,
    isStream: false,
    usage: undefined,
    observedTokens: 0,
    isFolded: false,
    hasMoved: false,
    resends: 0,
    trace: undefined,
    end: undefined,
    errorCode: undefined,
    abort: undefined,
  }
  if (options.telemetry) beginTrace(exchange, options.telemetry)
  // A refused client may still send its body. No further request can follow on its connection.
  if (exchange.expectsContinue) response.shouldKeepAlive = false
  response.on('close', () => {
    if (!response.writableEnded) exchange.abort?.()
  })
  return exchange
}

/** Notes a body that `releaseBody` frees if it is large, with the call that sends it. */
export function noteLarge(exchange: Exchange, body: unknown, call?: UpstreamCall): void {
  if (!LargeBodies.includes(body)) return
  exchange.largeBodies ??= new LargeBodies()
  exchange.largeBodies.add(body, call)
}

/** Begins the trace of a request. Every response contains its id. */
function beginTrace(exchange: Exchange, telemetry: RequestTraces): void {
  const { method = '', headers } = exchange.request
  const { traceparent, tracestate } = headers
  exchange.trace = telemetry.begin({
    method,
    route: exchange.pattern,
    startedAt: exchange.startedAt,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    tracestate: typeof tracestate === 'string' ? tracestate : undefined,
  })
  if (exchange.trace) exchange.response.setHeader('X-Service-Trace-Id', exchange.trace.traceId)
}

/** Sends `100 Continue` to a client that waits for it. */
export function continueUpload(exchange: Exchange): void {
  const { request, response } = exchange
  if (!exchange.expectsContinue) return
  exchange.expectsContinue = false
  response.shouldKeepAlive = !/\bclose\b/i.test(request.headers.connection ?? '')
  response.writeContinue()
}

/** True if the client disconnected before its response was complete. */
export function isClientGone({ response }: Exchange): boolean {
  return response.destroyed && !response.writableEnded
}

/** Milliseconds since the request arrived, without the time of the client's upload. */
export function ownMilliseconds(exchange: Exchange): number {
  return performance.now() - exchange.startedAt - exchange.uploadMs
}
