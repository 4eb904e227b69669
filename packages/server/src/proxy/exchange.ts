import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Usage } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import type { ErrorCode, Family, ServiceError } from '../errors.ts'
import type { BodyLease } from '../gate/body-budget.ts'
import type { Caller } from '../gate/key-port.ts'
import type { RateWindow } from '../gate/rate-limiter-port.ts'
import { newRequestId } from '../gate/request-id.ts'
import type { RequestTrace, RequestTraces } from './trace-port.ts'

/** Input tokens before and after; what was saved is always their difference (spec 2.3). */
export interface TokenFigures {
  readonly original: number
  readonly optimized: number
}

/** How a relayed answer ended: whole, broken off by the provider, or with the client gone. */
export type RelayEnd = 'complete' | 'broken' | 'client-gone'

/** One request and its response, with what the walk has found out so far, for the headers, the log and the usage. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly family: Family
  /** Route pattern for the log, so that no value of a path or query gets there. */
  readonly pattern: string
  /** Whether answers carry the headers of spec 2.3 once the caller is known. */
  readonly isProxied: boolean
  readonly requestId: string
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number
  /** How long the client took to send its body: its time and not ours. */
  uploadMs: number
  /** True when the client waits for a `100 Continue` before it sends its body. */
  expectsContinue: boolean
  /** Holds the memory of the body from `receiveBody` to the end of the walk. */
  bodyLease: BodyLease | undefined
  /** Bytes of the lease that are for copies of the body. */
  copiedBytes: number
  caller: Caller | undefined
  /** Why the key in the request may not be used; undefined where it may, and for an unknown one. */
  keyProblem: ServiceError | undefined
  window: RateWindow | undefined
  /** Returned in `X-Service-Session-Id`. */
  sessionId: string | undefined
  sessionHash: string | undefined
  model: string | undefined
  /** Name of the upstream. */
  upstream: string | undefined
  figures: TokenFigures
  /** For `X-Service-Compression` and the log: `folded`, `recalled`, or why nothing was folded. */
  outcome: string
  overheadMs: number | undefined
  /** The provider whose API the upstream has, once it is chosen. */
  provider: Provider | undefined
  /** Milliseconds of the monotonic clock: when it was first sent, and when the first bytes of the response's body came. */
  sentAt: number | undefined
  firstChunkAt: number | undefined
  /** Whether the answer is an event stream. */
  isStream: boolean
  /** The usage that the provider reports. */
  usage: Usage | undefined
  /** Input tokens that observe mode would have saved. */
  observedTokens: number
  isFolded: boolean
  /** Whether the fold moved for this request. */
  hasMoved: boolean
  /** How often the request was sent again because the provider refused the rewritten body. */
  resends: number
  /** Undefined where traces are not exported. */
  trace: RequestTrace | undefined
  /** How the relayed answer ended, once it has. */
  end: RelayEnd | undefined
  /** Of an error of our own. */
  errorCode: ErrorCode | undefined
  /** Stops the provider when the client is gone. */
  abort: (() => void) | undefined
}

/** Begins an exchange; from now on a client that leaves stops whatever `abort` stops. */
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
  // Whether a client that is refused sends its body all the same is not said: nothing can follow on its connection.
  if (exchange.expectsContinue) response.shouldKeepAlive = false
  response.on('close', () => {
    if (!response.writableEnded) exchange.abort?.()
  })
  return exchange
}

/** Begins the trace of a request; every answer names it. */
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

/** Tells a client that waits for it to send its body. */
export function continueUpload(exchange: Exchange): void {
  const { request, response } = exchange
  if (!exchange.expectsContinue) return
  exchange.expectsContinue = false
  response.shouldKeepAlive = !/\bclose\b/i.test(request.headers.connection ?? '')
  response.writeContinue()
}

/** Whether the client has left before its answer was whole. */
export function isClientGone({ response }: Exchange): boolean {
  return response.destroyed && !response.writableEnded
}

/** Milliseconds since the request came in, the client's own upload time left out. */
export function ownMilliseconds(exchange: Exchange): number {
  return performance.now() - exchange.startedAt - exchange.uploadMs
}
