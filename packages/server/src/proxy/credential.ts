import { labelOf, PROVIDERS } from '../config/providers.ts'
import type { Secrets } from '../config/secrets.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import { ServiceError } from '../errors.ts'
import { CredentialError, type CredentialVault } from '../money/credentials.ts'
import type { Exchange } from './exchange.ts'

/** The key that is sent with a request. */
export interface Credential {
  /** Undefined for an upstream without keys. */
  readonly key: string | undefined
  /** True for the server's own key, or none: accounts share it, and no response may reveal its owner to a client. */
  readonly isServerKey: boolean
}

export interface CredentialDeps {
  readonly secrets: Pick<Secrets, 'providerKeys'>
  readonly credentials: Pick<CredentialVault, 'find'>
}

const OWN_KEY = 'x-service-provider-key'
const PRINTABLE = /^[\x21-\x7e]+$/

/** An upstream without keys does not separate accounts, even if the client sends a key. */
const NO_KEY: Credential = { key: undefined, isServerKey: true }

/**
 * Returns the key in the request, or else the account's own key for the upstream, or else the server's. If an account's key
 * cannot be unsealed, the server's key does not replace it.
 * @throws {ServiceError} credential_missing, with the remedy; invalid_request
 */
export async function findCredential(
  deps: CredentialDeps,
  exchange: Exchange,
  upstream: UpstreamRoute,
): Promise<Credential> {
  if (!upstream.hasKey) return NO_KEY
  const given = ownKeyOf(exchange)
  if (given !== undefined) return { key: given, isServerKey: false }
  const accountId = exchange.caller?.accountId
  const own = accountId === undefined ? undefined : await findOwn(deps, accountId, upstream)
  if (own !== undefined) return { key: own, isServerKey: false }
  const { name, api } = upstream
  const key = deps.secrets.providerKeys[name]
  if (key !== undefined) return { key, isServerKey: true }
  const { label, keyVariable } = PROVIDERS[api]
  throw new ServiceError('credential_missing', {
    message: `No ${label} key: set ${keyVariable} where the server runs and restart it, or send one as X-Service-Provider-Key.`,
  })
}

/** True if the request brings its own provider key. */
export function hasOwnKey({ request }: Exchange): boolean {
  return request.headers[OWN_KEY] !== undefined
}

/**
 * The provider key of the request.
 * @throws {ServiceError} invalid_request for a key that cannot be sent. Another key would bill somebody else.
 */
function ownKeyOf({ request }: Exchange): string | undefined {
  const given = request.headers[OWN_KEY]
  if (given === undefined || (typeof given === 'string' && PRINTABLE.test(given))) return given
  throw new ServiceError('invalid_request', {
    message: 'X-Service-Provider-Key must be a provider key of printable ASCII characters without spaces, or absent.',
    parameter: 'X-Service-Provider-Key',
  })
}

async function findOwn(
  { credentials }: CredentialDeps,
  accountId: string,
  { name }: UpstreamRoute,
): Promise<string | undefined> {
  try {
    return await credentials.find(accountId, name)
  } catch (cause) {
    if (!(cause instanceof CredentialError)) throw cause
    const message = `The ${labelOf(name)} key of this account does not open with the secret of the server. Ask its operator to set the key again (accounts set-credential), or send one as X-Service-Provider-Key.`
    throw new ServiceError('credential_missing', { message, cause })
  }
}
