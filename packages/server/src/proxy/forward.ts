import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/config.ts'
import type { Provider } from '../config/providers.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import { ClientGone } from '../gate/read-body.ts'
import { readTarget } from '../gate/request-target.ts'
import type { StreamedBody } from '../gate/streamed-body.ts'
import type { ProxyRoute } from '../provider-apis/provider-api.ts'
import { abortWhenGone } from './abort-when-gone.ts'
import { type Credential, type CredentialDeps, findCredential } from './credential.ts'
import { type Exchange, isClientGone, noteLarge } from './exchange.ts'
import { forwardedHeaders, readableByPages, returnedHeaders } from './headers.ts'
import { ownLocations } from './redirects.ts'
import type { ForwardedMethod, Upstream, UpstreamAnswer } from './upstream-port.ts'
import { upstreamTarget } from './upstream-target.ts'

export interface ForwardDeps extends CredentialDeps {
  readonly upstream: Upstream
  readonly config: Pick<Config, 'forwardsTraces'>
}

/** The destination of a request. */
export interface Destination {
  readonly route: ProxyRoute
  readonly upstream: UpstreamRoute
  /** The model that the request names. Undefined if it names none. */
  readonly model: string | undefined
}

/** A prepared exchange with a provider, in which only the body may still change for a retry. */
export interface Forwarding {
  /** True for the server's own key, or none: accounts without a key of their own share it. */
  readonly isServerKey: boolean
  /** Sends `body` and returns the head of the provider's response. A disconnecting client stops it. */
  send(body: Buffer | StreamedBody | undefined, changes?: ForwardedChanges): Promise<UpstreamAnswer>
  /** Filters the response's headers for the client. */
  returned(answer: UpstreamAnswer): string[]
}

/** Differences from the default call, which sends a body of this server with the client's query and headers. */
export interface ForwardedChanges {
  /** The body is the client's, in its original content encoding. */
  readonly isPassedOn?: boolean
  /** Query with its question mark, in place of the client's. */
  readonly query?: string | undefined
  /** Requests an uncompressed response, because this server reads it. */
  readonly isPlain?: boolean
}

/** Options of a request whose body is passed on unchanged. */
export const PASSED_ON: ForwardedChanges = { isPassedOn: true }

const NOTHING: ReadonlySet<string> = new Set()

/** Tenant of requests without a caller. Account ids are never empty. */
const NO_TENANT = ''

/**
 * Prepares the path, the headers and the key of the request.
 * @throws {ServiceError} credential_missing, invalid_request
 */
export async function prepareForwarding(
  deps: ForwardDeps,
  exchange: Exchange,
  destination: Destination,
): Promise<Forwarding> {
  const { route, upstream, model } = destination
  const credential = await findCredential(deps, exchange, upstream)
  const { api } = route
  const { request } = exchange
  const { isServerKey } = credential
  exchange.upstream = upstream.name
  const prepared = forwardedHeaders(request.rawHeaders, droppedHeaders(destination, isServerKey))
  prepared.push(...upstream.headers, ...keyHeaders(destination, credential, request.headers))
  const method = request.method as ForwardedMethod
  const { origin } = upstream.base
  const target = readTarget(request.url)
  const pathTo = upstreamTarget(upstream, { target, prefix: route.prefix, model })
  const path = pathTo(target.query)
  return {
    isServerKey,
    send(body, changes) {
      if (isClientGone(exchange)) return Promise.reject(new ClientGone())
      noteSent(exchange, api.provider)
      // Begins the span of the call, which must not include the fold.
      const headers = deps.config.forwardsTraces ? [...prepared, ...traceHeaders(exchange)] : prepared
      const tenant = exchange.caller?.accountId ?? NO_TENANT
      const call = deps.upstream.send({
        tenant,
        origin,
        path: changes?.query === undefined ? path : pathTo(changes.query),
        method,
        headers: changes === undefined ? headers : headersFor(exchange, { headers, body, changes }),
        body,
      })
      exchange.call = call
      noteLarge(exchange, body, call)
      abortWhenGone(exchange, () => call.abort(new ClientGone()))
      return call.answer
    },
    returned(answer) {
      const isRedirect = answer.status >= 300 && answer.status < 400
      const given = isRedirect ? ownLocations(answer.headers, upstream, route.prefix) : answer.headers
      const returned = returnedHeaders(given, isServerKey ? api.keyOwnerHeaders : NOTHING)
      return exchange.response.hasHeader('Vary') ? readableByPages(returned) : returned
    },
  }
}

/** Trace headers for the provider: our own span of the call, or else the client's headers unchanged. */
function traceHeaders({ trace, request }: Exchange): string[] {
  const { traceparent: given, tracestate } = request.headers
  const traceparent = trace?.callParent() ?? given
  if (typeof traceparent !== 'string') return []
  // A `tracestate` is only valid with its own `traceparent`.
  const hasState = typeof tracestate === 'string' && typeof given === 'string'
  return ['traceparent', traceparent, ...(hasState ? ['tracestate', tracestate] : [])]
}

/** Notes when the request was sent. A retry keeps the first time. */
function noteSent(exchange: Exchange, provider: Provider): void {
  if (exchange.sentAt !== undefined) return
  exchange.sentAt = performance.now()
  exchange.overheadMs = exchange.sentAt - exchange.startedAt - exchange.uploadMs
  exchange.provider = provider
}

/** Headers of a request whose body is passed on unchanged, or whose response this server reads. */
function headersFor(
  { request }: Exchange,
  sent: {
    headers: readonly string[]
    body: Buffer | StreamedBody | undefined
    changes: ForwardedChanges
  },
): readonly string[] {
  const { isPlain, isPassedOn } = sent.changes
  const { 'content-encoding': encoding, 'content-length': length } = request.headers
  const hasEncoding = isPassedOn && encoding !== undefined
  const hasLength = isPassedOn && length !== undefined && sent.body !== undefined && !Buffer.isBuffer(sent.body)
  if (!isPlain && !hasLength && !hasEncoding) return sent.headers
  const headers: string[] = []
  for (let i = 0; i + 1 < sent.headers.length; i += 2) {
    if (isPlain && sent.headers[i]!.toLowerCase() === 'accept-encoding') continue
    headers.push(sent.headers[i]!, sent.headers[i + 1]!)
  }
  if (isPlain) headers.push('Accept-Encoding', 'identity')
  if (hasEncoding) headers.push('Content-Encoding', encoding)
  if (hasLength) headers.push('Content-Length', length)
  return headers
}

function droppedHeaders({ route, upstream }: Destination, isServerKey: boolean): ReadonlySet<string> {
  const ofAccount = isServerKey ? route.api.clientAccountHeaders : NOTHING
  return upstream.dropped.size === 0 ? ofAccount : new Set([...ofAccount, ...upstream.dropped])
}

function keyHeaders(
  { route, upstream }: Destination,
  { key }: Credential,
  clientHeaders: IncomingHttpHeaders,
): readonly string[] {
  if (key === undefined) return []
  const name = upstream.keyHeader
  if (name === undefined) return route.api.credential(key, clientHeaders)
  return name.toLowerCase() === 'authorization' ? [name, `Bearer ${key}`] : [name, key]
}
