import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { DEFAULT_FAMILY, type ErrorCode, errorBody, errorHeaders, errorPhrase, ServiceError } from '../errors.ts'
import { type RateLimitDeps, rateHeaders, rateLimited, rateSubject } from './rate-limit.ts'
import { newRequestId } from './request-id.ts'

/** What the error's code says about what the client did wrong. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'upload_timeout',
  CONNECT: 'method_not_allowed',
  NO_ROOM: 'busy',
}

/** Errors of the connection and not of what came over it: nobody is left to be answered. */
const GONE = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])

/**
 * Answers what never became a request: text that is not HTTP, headers without end, tunnels, connections without room. Nobody knows whose it is,
 * so it counts for the address; the answer has the same headers as any other (spec 2.4).
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
    const code = CODES[error.code ?? ''] ?? 'invalid_request'
    const headers: Record<string, string> = code === 'busy' ? { 'Retry-After': '1' } : {}
    const refusal = window.isExceeded ? rateLimited(window, deps.clock) : new ServiceError(code, { headers })
    socket.end(rawAnswer(refusal, rateHeaders(window)), () => socket.destroy())
  } catch {
    socket.destroy()
  }
}

/** A second answer in the middle of the first would be taken for a part of it. */
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
