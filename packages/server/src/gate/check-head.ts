import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors.ts'
import { readTarget } from './request-target.ts'

/** Header lines of one request. Clients send about 25. The parser bounds their total size. */
const MAX_HEADERS = 200

/**
 * Headers that may appear once. Node takes the first of some and joins others with commas, while a proxy in front may take
 * the last. Repeated headers therefore allow request smuggling.
 */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'transfer-encoding',
  'x-api-key',
  'x-service-compression',
  'x-service-objective',
  'x-service-provider-key',
  'x-session-id',
])
const SINGLE_LENGTHS: ReadonlySet<number> = new Set([...SINGLE_HEADERS].map(({ length }) => length))

/**
 * Checks the head of a request: its target, its Host header, its transfer coding, and the number and uniqueness of headers.
 * @throws {ServiceError} invalid_request, headers_too_large
 */
export function checkHead({ url, rawHeaders, headers, httpVersionMinor }: IncomingMessage): void {
  readTarget(url)
  if (rawHeaders.length > MAX_HEADERS * 2) {
    const message = `The request has ${rawHeaders.length / 2} headers; at most ${MAX_HEADERS} are allowed.`
    throw new ServiceError('headers_too_large', { message })
  }
  // Required from HTTP/1.1 on (RFC 9112 section 3.2).
  if (headers.host === undefined && httpVersionMinor > 0) throw invalid('The Host header is missing.')
  checkCoding(headers['transfer-encoding'], httpVersionMinor)
  const repeated = findRepeated(rawHeaders)
  if (repeated !== undefined) throw invalid(`The header ${repeated} appears twice.`)
}

/** Codings before `chunked` are not decoded here, and HTTP/1.0 has no transfer codings. */
function checkCoding(transferEncoding: string | undefined, httpVersionMinor: number): void {
  if (transferEncoding === undefined) return
  if (httpVersionMinor > 0 && transferEncoding.toLowerCase() === 'chunked') return
  throw invalid('The Transfer-Encoding must be chunked, in HTTP/1.1.')
}

function findRepeated(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (!SINGLE_LENGTHS.has(name.length)) continue
    const lower = name.toLowerCase()
    if (!SINGLE_HEADERS.has(lower)) continue
    if (seen.includes(lower)) return lower
    seen.push(lower)
  }
  return undefined
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', { message })
}
