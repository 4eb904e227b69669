import type { Clock } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { CredentialStore } from './credential-port.ts'
import { createSeal, SealError, type SealingSecrets } from './seal.ts'
import { openText, sealText } from './sealed-text.ts'

/**
 * Provider keys of accounts in plain text, by account and upstream name. No other module handles them in plain text.
 */
export interface CredentialVault {
  /** @throws {CredentialError} when the stored key does not open. The server's own key must not be used instead. */
  find(accountId: string, provider: string): Promise<string | undefined>
  /** Stores a key; undefined removes it. Takes effect at once in this process and within ten seconds in others. */
  set(accountId: string, provider: string, credential: string | undefined): Promise<void>
}

/** A stored credential of an account cannot be opened. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError'
}

export interface CredentialVaultOptions extends SealingSecrets {
  readonly store: Pick<CredentialStore, 'find' | 'set'>
  readonly clock?: Clock
}

/** Milliseconds for which a credential, or its absence, is cached. Otherwise every request would read the store. */
const KEPT_MS = 10_000
const MAX_KEPT = 10_000

interface Kept {
  readonly until: number
  /** The key in plain text. */
  readonly credential: Promise<string | undefined>
}

/** The label of a sealed credential. It binds the credential to its account and provider. */
export function credentialLabel(accountId: string, provider: string): readonly string[] {
  return [accountId, provider]
}

/** Opens the vault. Credentials are sealed under account and provider, so that none can be moved to another account. */
export function createCredentialVault(options: CredentialVaultOptions): CredentialVault {
  const { store, clock = { now: Date.now } } = options
  const seal = createSeal(options, 'credentials')
  // By provider, then by account. A key composed of both would be hashed anew for each request.
  const keptOf = new Map<string, Map<string, Kept>>()
  const keptFor = (provider: string): Map<string, Kept> => {
    const known = keptOf.get(provider)
    if (known) return known
    const kept = new Map<string, Kept>()
    keptOf.set(provider, kept)
    return kept
  }

  /** Uses the known credential while the store is unavailable. Pleat keys then work only for a bounded time. */
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
      const remedy = 'check PLEAT_SECRET, or set the credential again with: pleat-server accounts set-credential'
      throw new CredentialError(`${account} cannot be opened: ${cause.message}; ${remedy}`, { cause })
    }
  }

  return {
    find(accountId, provider) {
      const kept = keptFor(provider)
      const known = kept.get(accountId)
      const left = known ? known.until - clock.now() : 0
      // `left` exceeds `KEPT_MS` if the clock was set back.
      if (known && left > 0 && left <= KEPT_MS) return known.credential
      const credential = openStored(accountId, provider, known)
      kept.delete(accountId)
      if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!)
      const entry: Kept = { until: clock.now() + KEPT_MS, credential }
      kept.set(accountId, entry)
      // A failure is not cached, because the operator may fix its cause while the server runs.
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
