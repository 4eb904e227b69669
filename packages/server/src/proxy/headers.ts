/**
 * Selects the headers that pass from the client to the provider and back. Lists are flat, with alternating names and
 * values, as Node provides and accepts them, so that no header is renamed, joined or reordered.
 */

/** Headers that describe one connection and not the message (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Request headers for this server and not for the provider: our credentials, session, trace, framing and connection. */
const NOT_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'authorization',
  'baggage',
  'content-encoding',
  'content-length',
  'cookie',
  'cookie2',
  'early-data',
  'expect',
  'forwarded',
  'host',
  'max-forwards',
  'traceparent',
  'tracestate',
  'via',
  'x-api-key',
  'x-session-id',
])

/** Credentials of other APIs. A provider may read one of them in preference to the key that we send. */
const CREDENTIALS = new Set(['api-key', 'ocp-apim-subscription-key', 'x-amz-security-token', 'x-goog-api-key'])

/** Headers in which a proxy states another method, path or host than the request line. */
const OVERRIDES = new Set(['x-host', 'x-method-override', 'x-scheme', 'x-url-scheme'])

/** Addresses of the client, as proxies write them. */
const CLIENT_ADDRESSES = new Set([
  'client-ip',
  'fastly-client-ip',
  'true-client-ip',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-originating-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
])

const NOT_FORWARDED_PREFIXES = [
  'cf-',
  'proxy-',
  'sec-websocket-',
  'x-forward',
  'x-http-method',
  'x-original-',
  'x-override-',
  'x-rewrite-',
  'x-service-',
] as const

/**
 * Response headers that are not passed on. Cookies, site data and alternative services belong to the provider's domain.
 * Its three rate-limit headers would be mistaken for ours, and so would its headers about compression, if it is a service
 * like this one.
 */
const NOT_RETURNED = new Set([
  ...HOP_BY_HOP,
  'alt-svc',
  'clear-site-data',
  'nel',
  'report-to',
  'reporting-endpoints',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
])
const NOT_RETURNED_PREFIXES = ['proxy-', 'x-service-'] as const

/** Content encodings that this server can decode to read the usage. The provider is asked for no others. */
const READABLE_ENCODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'identity'])

/** Returns the headers of a client's request that are sent to the provider, without a credential and without `dropped`. */
export function forwardedHeaders(rawHeaders: readonly string[], dropped: ReadonlySet<string>): string[] {
  const kept: string[] = []
  const named = namedByConnection(rawHeaders)
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = isForwarded(rawHeaders[i]!)
    if (name === undefined || named?.has(name) || dropped.has(name)) continue
    const value = rawHeaders[i + 1]!
    kept.push(rawHeaders[i]!, name === 'accept-encoding' ? readableEncodings(value) : value)
  }
  return kept
}

/** Returns the headers of a provider's response that are sent to the client, without `dropped`. */
export function returnedHeaders(rawHeaders: readonly string[], dropped: ReadonlySet<string>): string[] {
  const kept: string[] = []
  const named = namedByConnection(rawHeaders)
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = isReturned(rawHeaders[i]!)
    if (name === undefined || named?.has(name) || dropped.has(name)) continue
    kept.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  }
  return kept
}

/** Limit of the cache of judged names, by their spelling. The names come from outside. */
const MAX_JUDGED_NAMES = 1000

/**
 * Caches the result of `judge` for a name in lower case, with hyphens for underscores: the name if it passes, else
 * undefined. Some servers read `Transfer_Encoding` as `Transfer-Encoding`.
 */
function remembered(judge: (name: string) => boolean): (name: string) => string | undefined {
  const judged = new Map<string, string | undefined>()
  return (spelled) => {
    const known = judged.get(spelled)
    if (known !== undefined || judged.has(spelled)) return known
    const name = withHyphens(spelled.toLowerCase())
    const verdict = judge(name) ? name : undefined
    if (judged.size < MAX_JUDGED_NAMES) judged.set(spelled, verdict)
    return verdict
  }
}

function withHyphens(lower: string): string {
  return lower.replaceAll('_', '-')
}

const isForwarded = remembered(
  (name) =>
    !NOT_FORWARDED.has(name) &&
    !CREDENTIALS.has(name) &&
    !OVERRIDES.has(name) &&
    !CLIENT_ADDRESSES.has(name) &&
    !NOT_FORWARDED_PREFIXES.some((prefix) => name.startsWith(prefix)),
)

const isReturned = remembered(
  (name) => !NOT_RETURNED.has(name) && !NOT_RETURNED_PREFIXES.some((prefix) => name.startsWith(prefix)),
)

/** Headers that allow pages of other origins to read a response. This server sets them itself. */
export function readableByPages(headers: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (!headers[i]!.toLowerCase().startsWith('access-control-')) kept.push(headers[i]!, headers[i + 1]!)
  }
  // Replaces the header that was set before the response. The provider may have one of the same name.
  kept.push('Vary', 'Origin')
  return kept
}

/** Returns the first value of `name` (in lower case) in a flat list. */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]!.length === name.length && headers[i]!.toLowerCase() === name) return headers[i + 1]
  }
  return undefined
}

/** Returns the names in every `Connection` header, with hyphens for underscores. */
function namedByConnection(rawHeaders: readonly string[]): Set<string> | undefined {
  let named: Set<string> | undefined
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length !== 'connection'.length || name.toLowerCase() !== 'connection') continue
    const value = rawHeaders[i + 1]!
    if (value === 'keep-alive' || value === 'close') continue
    named ??= new Set()
    for (const option of value.split(',')) named.add(withHyphens(option.trim().toLowerCase()))
  }
  return named
}

function readableEncodings(value: string): string {
  const kept = value.split(',').filter((entry) => {
    const name = entry.split(';', 1)[0]?.trim().toLowerCase()
    return name !== undefined && READABLE_ENCODINGS.has(name)
  })
  return kept.length === 0 ? 'identity' : kept.join(',').trim()
}
