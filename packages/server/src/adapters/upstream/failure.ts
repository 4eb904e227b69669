import { errors } from 'undici'
import { ServiceError } from '../../errors.ts'

type FailureKind = 'closed' | 'headers timeout' | 'aborted' | 'shut down' | 'stray bytes' | 'too many 1xx' | 'bad head'

const REASONS: Readonly<Record<FailureKind, string>> = {
  closed: 'the connection was closed before the response was complete',
  'headers timeout': 'no response in time',
  aborted: 'the request was aborted',
  'shut down': 'this server is shutting down',
  'stray bytes': 'bytes arrived while no request was in flight',
  'too many 1xx': 'too many 1xx responses',
  'bad head': 'the response head is not valid HTTP/1.1',
}

/** The reason why a response is missing or incomplete, if neither the system nor undici has a code for it. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind) {
    super(`Upstream: ${REASONS[kind]}.`)
    this.name = 'UpstreamFailure'
    this.kind = kind
  }
}

const UNCONNECTED: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** True if the peer refused or closed the connection, so that another connection may succeed. */
export function isConnectionLost(error: unknown): boolean {
  return UNCONNECTED.has(codeOf(error))
}

/** undici distinguishes these from other socket errors only by their messages. */
const VIOLATIONS: ReadonlySet<string> = new Set(['bad response', 'bad upgrade'])

/**
 * True if the peer broke the protocol, so that its data on further connections cannot be matched to requests safely.
 */
export function isProtocolViolation(error: unknown): boolean {
  if (error instanceof UpstreamFailure) return error.kind === 'stray bytes' || error.kind === 'bad head'
  if (error instanceof errors.HTTPParserError) return true
  return error instanceof errors.SocketError && VIOLATIONS.has(error.message)
}

const TIMEOUTS: ReadonlySet<string | undefined> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** The client's error for a request to `host` without a response. */
export function toServiceError(error: unknown, host: string): ServiceError {
  if (error instanceof ServiceError) return error
  const isTimeout = error instanceof UpstreamFailure ? error.kind === 'headers timeout' : TIMEOUTS.has(codeOf(error))
  const problem = isUnconnected(error) ? 'Could not connect to' : 'No response from'
  const message = `${problem} ${host}: ${reasonOf(error)}.`
  return new ServiceError(isTimeout ? 'upstream_timeout' : 'upstream_unreachable', { cause: error, message })
}

/** Errors of looking up the host and of connecting to it. */
const CONNECT_ERRORS: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** True if no connection was opened, so that the peer has seen no part of the request. */
function isUnconnected(error: unknown): boolean {
  return CONNECT_ERRORS.has(codeOf(error))
}

const REASON_OF_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: REASONS.closed,
  EPIPE: REASONS.closed,
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not resolved',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: REASONS['headers timeout'],
  UND_ERR_BODY_TIMEOUT: 'the response stopped before its end',
  UND_ERR_HEADERS_OVERFLOW: 'the response head is too large',
  UND_ERR_SOCKET: REASONS.closed,
  UND_ERR_INVALID_ARG: 'the request has a character that HTTP does not allow',
  UND_ERR_PRX_TLS: 'the TLS connection to the proxy failed',
  UND_ERR_PRX_CONN: 'the connection to the proxy failed',
  UND_ERR_ABORTED: 'the proxy refused the tunnel',
}

/** Our own wording, because messages of the system and of undici may quote a header or an address. */
function reasonOf(error: unknown): string {
  if (error instanceof UpstreamFailure) return REASONS[error.kind]
  if (error instanceof Error && error.message.includes('(407)')) return 'the proxy refused the credentials'
  if (isProtocolViolation(error)) return 'its response is not valid HTTP/1.1'
  const code = codeOf(error)
  return (code !== undefined && REASON_OF_CODE[code]) || (code ?? 'unknown error')
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
