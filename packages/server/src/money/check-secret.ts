import { ConfigError } from '../config/config-error.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Log } from '../ports.ts'
import type { Account } from './account.ts'
import { examineCredentials, examineSealed, type SealedState, type SealedStores } from './reseal.ts'
import { createSeal, type SealingSecrets } from './seal.ts'

/** Reads the accounts, so that an error can name them. */
interface AccountNames {
  listAccounts(): Promise<readonly Pick<Account, 'id' | 'name'>[]>
}

/** Most credentials that an error names. It counts the others. */
const MAX_NAMED = 5

/** The current and previous secrets for `createSeal`. */
export function sealingSecrets({ sealingSecret, previousSecrets = [] }: Secrets): SealingSecrets {
  return { secret: sealingSecret, previousSecrets }
}

/**
 * Checks at start that the secrets open every stored credential, and seals data of previous secrets with the current
 * one. Tag clouds that do not open are not an error, because they are rebuilt.
 * @throws {ConfigError} when a credential does not open: every request of its account would fail.
 */
export async function checkSecret(
  stores: SealedStores & { readonly keys: AccountNames },
  secrets: Secrets,
  log: Log,
): Promise<void> {
  const own = sealingSecrets(secrets)
  const keeping = { reseals: false, removesUnreadable: false }
  const { unreadable } = await examineCredentials(stores.credentials, createSeal(own, 'credentials'), keeping)
  if (unreadable.length > 0) throw await wrongSecret(stores.keys, unreadable)
  if (own.previousSecrets?.length) logResealed(await examineSealed(stores, own, { ...keeping, reseals: true }), log)
}

function logResealed({ credentials, clouds }: SealedState, log: Log): void {
  if (credentials.outdated + clouds.outdated === 0) return
  const counts = { credentials: credentials.outdated, clouds: clouds.outdated }
  log.info(counts, 'Credentials and tag clouds of a previous secret were sealed with the current one.')
}

async function wrongSecret(
  keys: AccountNames,
  unreadable: SealedState['credentials']['unreadable'],
): Promise<ConfigError> {
  const names = new Map((await keys.listAccounts()).map(({ id, name }) => [id, name]))
  const named = unreadable
    .slice(0, MAX_NAMED)
    .map(({ accountId, provider }) => `${provider} of ${names.get(accountId) ?? accountId}`)
  const others = unreadable.length - named.length
  const which = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
  return new ConfigError([
    `PLEAT_SECRET: stored credentials do not open with this secret: ${which}`,
    'set PLEAT_SECRET to the secret that sealed them, or set PLEAT_SECRET_PREVIOUS to it to seal them with the new one',
    'if that secret is lost, remove the credentials with: pleat-server secrets forget',
  ])
}
