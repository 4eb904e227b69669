import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { DEFAULT_FAMILY, type ErrorCode, errorBody, errorHeaders, errorPhrase, ServiceError } from '../errors.ts'
import { type RateLimitDeps, rateHeaders, rateLimited, rateSubject } from './rate-limit.ts'
import { newRequestId } from './request-id.ts'

/** The error response for each code of Node's HTTP parser and of `app`. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'upload_timeout',
  CONNECT: 'method_not_allowed',
  NO_ROOM: 'busy',
}

/** Errors of a closed connection, on which no response can be written. */
const GONE = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])

/**
 * Answers a connection whose bytes never became a request:
 * - text that is not HTTP, or headers that are too large or too late,
 * - `CONNECT`,
 * - a connection beyond the limit.
 *
 * It has no key, so it counts for its address. The response has the rate limit headers that every response has.
 */
export async function answerBrokenRequest(
  deps: RateLimitDeps,
  error: { code?: string },
  socket: Duplex,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  if (GONE.has(error.code ?? '') || !socket.writable || hasAnswerUnderWay(socket)) {
    socket.destroy()
    return
  }
  try {
    const address = socket instanceof Socket ? socket.remoteAddress : undefined
    const subject = rateSubject(deps, undefined, address)
    const window = await deps.rateLimiter.take(subject)
    if (hasAnswerUnderWay(socket)) {
      socket.destroy()
      return
    }
    const code = CODES[error.code ?? ''] ?? 'invalid_request'
    const headers: Record<string, string> = code === 'busy' ? { 'Retry-After': '1' } : {}
    const refusal = window.isExceeded ? rateLimited(window, deps.clock) : new ServiceError(code, { headers })
    socket.end(rawAnswer(refusal, rateHeaders(window)), () => socket.destroy())
  } catch {
    socket.destroy()
  }
}

/** True if a response has begun: the client would read a second one as a part of it. */
function hasAnswerUnderWay(socket: Duplex): boolean {
  const response = (socket as { _httpMessage?: { headersSent?: boolean } | null })._httpMessage
  return response?.headersSent === true
}

function rawAnswer(error: ServiceError, extraHeaders: readonly string[]): string {
  const requestId = newRequestId()
  const body = errorBody(DEFAULT_FAMILY, error, requestId)
  const headers = [...errorHeaders(DEFAULT_FAMILY, error, requestId), ...extraHeaders]
  headers.push('Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close')
  let head = `HTTP/1.1 ${error.status} ${errorPhrase(error)}\r\n`
  for (let i = 0; i + 1 < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  return `${head}\r\n${body}`
}
