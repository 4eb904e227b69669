import type { IncomingMessage, ServerResponse } from 'node:http'

/** Headers that pages of other origins may read. `*` covers the provider's own headers in browsers that support it. */
const EXPOSED = [
  '*',
  'X-Service-Saved-Tokens',
  'X-Service-Savings-Percent',
  'X-Service-Original-Tokens',
  'X-Service-Optimized-Tokens',
  'X-Service-Session-Id',
  'X-Service-Proxy-Overhead-Ms',
  'X-Service-Compression',
  'X-Service-Observed-Saved-Tokens',
  'X-Service-Trace-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Request-Id',
  'X-Request-Id',
].join(', ')

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** Browsers keep the response to a preflight for at most two hours. */
const MAX_AGE_SECONDS = '7200'

const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, \t-]{1,4096}$/

/** Lets pages of the configured origins call the API below `/v1`. Credentials of browsers (cookies) are never allowed. */
export class Cors {
  readonly #origins: ReadonlySet<string>

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins)
  }

  /** Sets the headers that let the requesting page read the response. False if its origin is absent or not allowed. */
  allow(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#origins.size === 0 || !request.url?.startsWith('/v1/')) return false
    const { origin } = request.headers
    // A cache must not serve the response to another origin, which has other headers.
    response.setHeader('Vary', 'Origin')
    if (origin === undefined || !(this.#origins.has('*') || this.#origins.has(origin))) return false
    response.setHeader('Access-Control-Allow-Origin', this.#origins.has('*') ? '*' : origin)
    response.setHeader('Access-Control-Expose-Headers', EXPOSED)
    return true
  }
}

/** True if the request is a CORS preflight. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

/** Appends the headers of the response to an allowed preflight to `others`, as alternating names and values. */
export function preflightHeaders({ headers }: IncomingMessage, others: string[]): string[] {
  const asked = headers['access-control-request-headers']
  others.push('Access-Control-Allow-Methods', METHODS)
  // SDKs add new headers with every version, so a fixed list would soon refuse them.
  if (asked !== undefined && HEADER_NAMES.test(asked)) others.push('Access-Control-Allow-Headers', asked)
  if (headers['access-control-request-private-network'] === 'true') {
    others.push('Access-Control-Allow-Private-Network', 'true')
  }
  others.push('Access-Control-Max-Age', MAX_AGE_SECONDS)
  others.push('Vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
  return others
}
