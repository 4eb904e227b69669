import type { Config } from '../config/config.ts'
import { ClientGone } from '../gate/read-body.ts'
import { forwardedTarget, readTarget } from '../gate/request-target.ts'
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../ports.ts'
import type { ProxyRoute } from '../routes/provider-api.ts'
import { type Soon, whenThere } from '../soon.ts'
import { type Credential, type CredentialDeps, findCredential } from './credential.ts'
import { abortWhenGone, type Exchange, isClientGone, ownMilliseconds } from './exchange.ts'
import { forwardedHeaders, returnedHeaders } from './headers.ts'

export interface ForwardDeps extends CredentialDeps {
  readonly upstream: Upstream
  readonly config: Pick<Config, 'upstreamUrls' | 'requestsPerMinute'>
}

/** An exchange with a provider that may be tried once more: everything but the body is settled. */
export interface Forwarding {
  /** The head of the provider's answer to `body`; the client leaving meanwhile stops it. */
  send(body: Buffer | undefined): Promise<UpstreamAnswer>
  /** What of the answer's headers the client gets. */
  returned(answer: UpstreamAnswer): string[]
}

const NOTHING: ReadonlySet<string> = new Set()

/** Of requests without a caller; account ids are never empty. */
const NO_TENANT = ''

/**
 * Settles where the request goes, with which headers and whose key.
 * @throws {ServiceError} credential_missing, invalid_request
 */
export function prepareForwarding(deps: ForwardDeps, exchange: Exchange, route: ProxyRoute): Soon<Forwarding> {
  return whenThere(findCredential(deps, exchange, route.api), (credential) =>
    forwardWith(deps, exchange, { route, credential }),
  )
}

function forwardWith(
  deps: ForwardDeps,
  exchange: Exchange,
  { route, credential }: { route: ProxyRoute; credential: Credential },
): Forwarding {
  const { api } = route
  const { request } = exchange
  const { key, isServerKey } = credential
  const headers = forwardedHeaders(request.rawHeaders, isServerKey ? api.clientAccountHeaders : NOTHING)
  headers.push(...api.credential(key, request.headers))
  const method = request.method as UpstreamRequest['method']
  const { origin, prefix } = baseOf(deps.config.upstreamUrls[api.provider])
  const path = prefix + forwardedTarget(readTarget(request.url)).slice(route.prefix.length)
  return {
    send(body) {
      if (isClientGone(exchange)) return Promise.reject(new ClientGone())
      exchange.overheadMs ??= ownMilliseconds(exchange)
      const tenant = exchange.caller?.accountId ?? NO_TENANT
      const call = deps.upstream.send({ tenant, origin, path, method, headers, body })
      abortWhenGone(exchange, () => call.abort(new ClientGone()))
      return call.answer
    },
    returned: (answer) => returnedHeaders(answer.headers, isServerKey ? api.keyOwnerHeaders : NOTHING),
  }
}

/** The configured addresses, taken apart. */
const bases = new Map<string, { readonly origin: string; readonly prefix: string }>()

/** A base address may have a path of its own, as behind a gateway. */
function baseOf(address: string): { readonly origin: string; readonly prefix: string } {
  const known = bases.get(address)
  if (known) return known
  const slash = address.indexOf('/', address.indexOf('//') + 2)
  const end = slash < 0 ? address.length : slash
  const base = { origin: address.slice(0, end), prefix: address.slice(end) }
  bases.set(address, base)
  return base
}
