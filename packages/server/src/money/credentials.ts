import type { Clock } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { CredentialStore } from './credential-port.ts'
import { createSeal, SealError, type SealingSecrets } from './seal.ts'
import { openText, sealText } from './sealed-text.ts'

/** The accounts' own keys at upstreams, by the name of the upstream, in the clear. The only place where they are. */
export interface CredentialVault {
  /** @throws {CredentialError} when there is one that cannot be opened; a server's own key must not stand in for it. */
  find(accountId: string, provider: string): Promise<string | undefined>
  /** `credential` undefined removes it. Counts at once here, within ten seconds in other processes. */
  set(accountId: string, provider: string, credential: string | undefined): Promise<void>
}

/** An account's credential is there and cannot be opened. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError'
}

export interface CredentialVaultOptions extends SealingSecrets {
  readonly store: Pick<CredentialStore, 'find' | 'set'>
  readonly clock?: Clock
}

/** How long an answer, also that there is none, is kept: every request asks, and opening takes a read of the store. */
const KEPT_MS = 10_000
const MOST_KEPT = 10_000

interface Kept {
  readonly until: number
  /** In the clear. */
  readonly credential: Promise<string | undefined>
}

/** What a credential is sealed under. */
export function credentialLabel(accountId: string, provider: string): readonly string[] {
  return [accountId, provider]
}

/** Credentials sealed under the account and the provider, so that one cannot be moved to another account. */
export function createCredentialVault(options: CredentialVaultOptions): CredentialVault {
  const { store, clock = { now: Date.now } } = options
  const seal = createSeal(options, 'credentials')
  // By account; a name made of both would be hashed anew for each request.
  const keptOf = new Map<string, Map<string, Kept>>()
  const keptFor = (provider: string): Map<string, Kept> => {
    const known = keptOf.get(provider)
    if (known) return known
    const kept = new Map<string, Kept>()
    keptOf.set(provider, kept)
    return kept
  }

  /** While the store is not available, what was known before counts on; the account's keys count for a bounded time. */
  async function openStored(accountId: string, provider: string, known?: Kept): Promise<string | undefined> {
    let sealed: string | undefined
    try {
      sealed = await store.find(accountId, provider)
    } catch (error) {
      if (known && error instanceof StoreUnavailable) return await known.credential
      throw error
    }
    if (sealed === undefined) return undefined
    try {
      return await openText(seal, sealed, credentialLabel(accountId, provider))
    } catch (cause) {
      if (!(cause instanceof SealError)) throw cause
      const account = `the ${provider} credential of account ${accountId}`
      throw new CredentialError(`${account} cannot be opened: ${cause.message}; check PLEAT_SECRET, or set it again`, {
        cause,
      })
    }
  }

  return {
    find(accountId, provider) {
      const kept = keptFor(provider)
      const known = kept.get(accountId)
      if (known && known.until > clock.now()) return known.credential
      const credential = openStored(accountId, provider, known)
      kept.delete(accountId)
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
      const entry: Kept = { until: clock.now() + KEPT_MS, credential }
      kept.set(accountId, entry)
      // A failure is not kept: what is wrong may be put right while the server runs.
      credential.catch(() => kept.get(accountId) === entry && kept.delete(accountId))
      return credential
    },
    async set(accountId, provider, credential) {
      const sealed =
        credential === undefined ? undefined : await sealText(seal, credential, credentialLabel(accountId, provider))
      await store.set(accountId, provider, sealed)
      keptFor(provider).delete(accountId)
    },
  }
}
