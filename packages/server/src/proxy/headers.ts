/**
 * Which headers cross from the client to the provider and back. Lists are flat, name and value in turn, as Node hands
 * them out and takes them: so nothing is renamed, joined or put in another order on the way.
 */

/** Headers about one connection and not about the message (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/** What a request says to us and not to the provider: our credentials, our session, where it came from, its framing. */
const NOT_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'host',
  'content-length',
  'content-encoding',
  'expect',
  'authorization',
  'x-api-key',
  'cookie',
  'x-session-id',
  'forwarded',
])
const NOT_FORWARDED_PREFIXES = ['x-service-', 'x-forwarded-', 'proxy-'] as const

/** Cookies and services belong to the provider's domain; the three limits would be taken for ours (spec 2.4). */
const NOT_RETURNED = new Set([
  ...HOP_BY_HOP,
  'alt-svc',
  'set-cookie',
  'strict-transport-security',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
])

/** What can be decoded to read the usage; the provider is asked for nothing else. */
const READABLE_ENCODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'identity'])

/** The headers of a client's request that go on to the provider, without a credential; `dropped` stay behind too. */
export function forwardedHeaders(rawHeaders: readonly string[], dropped: ReadonlySet<string>): string[] {
  const kept: string[] = []
  const named = namedByConnection(rawHeaders)
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const lower = isForwarded(rawHeaders[i]!)
    if (lower === undefined || named?.has(lower) || dropped.has(lower)) continue
    const value = rawHeaders[i + 1]!
    kept.push(rawHeaders[i]!, lower === 'accept-encoding' ? readableEncodings(value) : value)
  }
  return kept
}

/** The headers of a provider's answer that go on to the client; `dropped` stay behind too. */
export function returnedHeaders(rawHeaders: readonly string[], dropped: ReadonlySet<string>): string[] {
  const kept: string[] = []
  const named = namedByConnection(rawHeaders)
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const lower = isReturned(rawHeaders[i]!)
    if (lower === undefined || named?.has(lower) || dropped.has(lower)) continue
    kept.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  }
  return kept
}

/** Names that were judged before, as they were spelled. They come from outside, so no more than this are kept. */
const MAX_JUDGED_NAMES = 1000

/** Remembers what `judge` says of a name in lower case: its lower case where it passes, else undefined. */
function remembered(judge: (lower: string) => boolean): (name: string) => string | undefined {
  const judged = new Map<string, string | undefined>()
  return (name) => {
    const known = judged.get(name)
    if (known !== undefined || judged.has(name)) return known
    const lower = name.toLowerCase()
    const verdict = judge(lower) ? lower : undefined
    if (judged.size < MAX_JUDGED_NAMES) judged.set(name, verdict)
    return verdict
  }
}

const isForwarded = remembered(
  (lower) => !NOT_FORWARDED.has(lower) && !NOT_FORWARDED_PREFIXES.some((prefix) => lower.startsWith(prefix)),
)

/** The provider's own words about compression would contradict ours, should it be a service like this one. */
const isReturned = remembered(
  (lower) => !NOT_RETURNED.has(lower) && !lower.startsWith('proxy-') && !lower.startsWith('x-service-'),
)

/** The first value of `name` (in lower case) in a flat list. */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    if (headers[i]!.length === name.length && headers[i]!.toLowerCase() === name) return headers[i + 1]
  }
  return undefined
}

function namedByConnection(rawHeaders: readonly string[]): Set<string> | undefined {
  const value = headerValue(rawHeaders, 'connection')
  if (value === undefined || value === 'keep-alive' || value === 'close') return undefined
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()))
}

function readableEncodings(value: string): string {
  const kept = value.split(',').filter((entry) => {
    const name = entry.split(';', 1)[0]?.trim().toLowerCase()
    return name !== undefined && READABLE_ENCODINGS.has(name)
  })
  return kept.length === 0 ? 'identity' : kept.join(',').trim()
}
