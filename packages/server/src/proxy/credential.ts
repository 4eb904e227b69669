import { PROVIDERS } from '../config/providers.ts'
import type { Secrets } from '../config/secrets.ts'
import { ServiceError } from '../errors.ts'
import { CredentialError, type CredentialVault } from '../money/credentials.ts'
import type { ProviderApi } from '../routes/provider-api.ts'
import type { Soon } from '../soon.ts'
import type { Exchange } from './exchange.ts'

/** The provider key a request goes out with. */
export interface Credential {
  readonly key: string
  /** The server's own: then nothing may tell the client whose it is. */
  readonly isServerKey: boolean
}

export interface CredentialDeps {
  readonly secrets: Pick<Secrets, 'providerKeys'>
  readonly credentials: Pick<CredentialVault, 'find'>
}

const PRINTABLE = /^[\x21-\x7e]+$/

/**
 * The key in the request, else the account's own, else the server's.
 * @throws {ServiceError} credential_missing saying what to set. An account's key that cannot be opened is an error too:
 * the server's own must not stand in for it.
 */
export function findCredential(deps: CredentialDeps, exchange: Exchange, api: ProviderApi): Soon<Credential> {
  const given = exchange.request.headers['x-service-provider-key']
  if (typeof given === 'string' && PRINTABLE.test(given)) return { key: given, isServerKey: false }
  const accountId = exchange.caller?.accountId
  const own = accountId === undefined ? undefined : deps.credentials.find(accountId, api.provider)
  if (!(own instanceof Promise)) return ownOrServerKey(deps, own, api)
  return own.then(
    (opened) => ownOrServerKey(deps, opened, api),
    (cause) => {
      throw credentialProblem(cause, api)
    },
  )
}

function ownOrServerKey(deps: CredentialDeps, own: string | undefined, api: ProviderApi): Credential {
  if (own !== undefined) return { key: own, isServerKey: false }
  const key = deps.secrets.providerKeys[api.provider]
  if (key !== undefined) return { key, isServerKey: true }
  const { label, keyVariable } = PROVIDERS[api.provider]
  throw new ServiceError('credential_missing', {
    message: `No ${label} key: set ${keyVariable} on the server, or send one as X-Service-Provider-Key.`,
  })
}

function credentialProblem(cause: unknown, api: ProviderApi): unknown {
  if (!(cause instanceof CredentialError)) return cause
  const message = `The ${PROVIDERS[api.provider].label} key of this account does not open with the secret of the server.`
  return new ServiceError('credential_missing', { message, cause })
}
