/**
 * Provider keys of accounts, encrypted. Only `money/credentials` sees the plain text. `provider` is the name of an
 * upstream; the default upstream of an API has the name of its provider.
 */
export interface CredentialStore {
  find(accountId: string, provider: string): Promise<string | undefined>
  /** Stores a credential; undefined removes it. */
  set(accountId: string, provider: string, sealed: string | undefined): Promise<void>
  /** The credentials of all accounts. */
  list(): Promise<readonly StoredCredential[]>
  /**
   * Replaces credentials in one transaction and returns their number. A credential that has changed since it was read
   * stays. An undefined `to` removes the credential.
   */
  replace(changes: readonly (StoredCredential & { readonly to: string | undefined })[]): Promise<number>
}

/** A credential as it is stored. */
export interface StoredCredential {
  readonly accountId: string
  readonly provider: string
  readonly sealed: string
}
