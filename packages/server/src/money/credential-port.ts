/**
 * An account's own keys. `provider` is the name of an upstream; the default of an API has the name of its provider. What goes
 * in and out here is encrypted; only `money/credentials` sees the plain text.
 */
export interface CredentialStore {
  find(accountId: string, provider: string): Promise<string | undefined>
  /** `sealed` undefined removes it. */
  set(accountId: string, provider: string, sealed: string | undefined): Promise<void>
  /** All of them, sealed. */
  list(): Promise<readonly StoredCredential[]>
  /**
   * Replaces sealed credentials, all or none; those that have changed since they were read stay. Returns how many it
   * replaced. `to` undefined removes one.
   */
  replace(changes: readonly (StoredCredential & { readonly to: string | undefined })[]): Promise<number>
}

/** A credential as it is stored. */
export interface StoredCredential {
  readonly accountId: string
  readonly provider: string
  readonly sealed: string
}
