import { errorBody, errorHeaders, type ServiceError } from '../errors.ts'
import { type RateLimitDeps, rateHeaders, rateSubject } from '../gate/rate-limit.ts'
import type { RateWindow } from '../gate/rate-limiter-port.ts'
import type { Exchange } from './exchange.ts'
import { savingsHeaders } from './savings-headers.ts'

/** Dependencies of an error response. */
export interface RefusalDeps extends RateLimitDeps {
  readonly lifecycle: { readonly isClosing: boolean }
  /** `lingerMs`: time for which the server reads from a client that is still sending after its response. */
  readonly limits: { readonly lingerMs: number }
}

const SMALL_UPLOAD_BYTES = 64 * 1024

/** Responds with an error of this server in the family's shape. If the response has begun, the connection is closed instead. */
export async function refuse(deps: RefusalDeps, exchange: Exchange, error: ServiceError): Promise<void> {
  const { request, response } = exchange
  const window = exchange.window ?? (await windowWithoutSlot(deps, exchange))
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy()
    return
  }
  if (response.destroyed) return
  const body = errorBody(exchange.family, error, exchange.requestId)
  const headers = errorHeaders(exchange.family, error, exchange.requestId)
  headers.push('Content-Length', String(Buffer.byteLength(body)), ...rateHeaders(window))
  if (exchange.isProxied && exchange.caller) headers.push(...savingsHeaders(exchange))
  const isUploading = !request.complete && !isSmallUpload(exchange, error)
  if (isUploading || deps.lifecycle.isClosing) headers.push('Connection', 'close')
  response.writeHead(error.status, headers)
  if (!isUploading) response.end(request.method === 'HEAD' ? undefined : body)
  else endAfterUpload(exchange, body, deps.limits.lingerMs)
}

/** True if the rest of the body is already in transit: Node reads and drops it, and the connection stays open. */
function isSmallUpload({ request }: Exchange, error: ServiceError): boolean {
  if (error.code === 'upload_timeout') return false
  return Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL_UPLOAD_BYTES
}

/**
 * Sends a response to a client that is still uploading. Closing the connection now would reset it, and the client would
 * often lose the response. So the response is sent completely, and the rest of the upload is read and discarded for a limited
 * time.
 */
function endAfterUpload({ request, response }: Exchange, body: string, lingerMs: number): void {
  if (request.method !== 'HEAD') response.write(body)
  const finish = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(finish, lingerMs)
  request.on('error', finish).on('close', finish).on('end', finish).resume()
}

/** The rate window for errors from before a slot was taken. Never rejects, since every response has its headers. */
async function windowWithoutSlot(deps: RefusalDeps, { caller, request }: Exchange): Promise<RateWindow> {
  const subject = rateSubject(deps, caller, request.socket.remoteAddress)
  try {
    return await deps.rateLimiter.peek(subject)
  } catch {
    return {
      limit: subject.limit,
      remaining: 0,
      resetAtSeconds: Math.ceil(deps.clock.now() / 60_000) * 60,
      isExceeded: true,
    }
  }
}
