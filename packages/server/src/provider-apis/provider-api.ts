import type { IncomingHttpHeaders } from 'node:http'
import type { WireFormat } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import type { Family } from '../errors.ts'

/** Properties of a provider's API besides the format of its bodies. */
export interface ProviderApi {
  readonly provider: Provider
  readonly family: Family
  /** Request headers (in lower case) that name the client's own organisation: not sent with the server's key. */
  readonly clientAccountHeaders: ReadonlySet<string>
  /** Response headers (in lower case) that name the owner of the key: not returned when the key is the server's. */
  readonly keyOwnerHeaders: ReadonlySet<string>
  /** The headers that carry `key`, for a client that sent `headers`. */
  credential(key: string, headers: IncomingHttpHeaders): string[]
}

/** One proxied endpoint. */
export interface ProxyRoute {
  /** The path pattern for logs, without values of parameters. */
  readonly pattern: string
  readonly api: ProviderApi
  /** Format of the bodies; undefined if they are never folded. */
  readonly format: WireFormat | undefined
  /** Path prefix in Pleat's address that the provider's base address already contains. */
  readonly prefix: string
}

/** An endpoint whose conversations are folded. */
export type FoldedRoute = ProxyRoute & { readonly format: WireFormat }

/** The first API version with which the provider's own clients send a bearer token. Earlier ones send `x-api-key`. */
const BEARER_SINCE = '2026-10-21'

export const OPENAI: ProviderApi = {
  provider: 'openai',
  family: 'openai',
  clientAccountHeaders: new Set(['openai-organization', 'openai-project']),
  keyOwnerHeaders: new Set(['openai-organization', 'openai-project']),
  credential: (key) => ['Authorization', `Bearer ${key}`],
}

export const ANTHROPIC: ProviderApi = {
  provider: 'anthropic',
  family: 'anthropic',
  clientAccountHeaders: new Set(),
  keyOwnerHeaders: new Set(['anthropic-organization-id', 'anthropic-workspace-id']),
  credential(key, headers) {
    const version = headers['anthropic-version']
    // Versions are dates, so they can be compared as text. The API accepts `x-api-key` with every version. Newer clients send
    // the bearer form, and this server follows the client.
    const isBearer = typeof version === 'string' && version >= BEARER_SINCE
    return isBearer ? ['Authorization', `Bearer ${key}`] : ['x-api-key', key]
  },
}

/** The API of a path that both providers have: only clients of Anthropic send a version header. */
export function apiOfClient(headers: IncomingHttpHeaders): ProviderApi {
  return headers['anthropic-version'] === undefined ? OPENAI : ANTHROPIC
}
