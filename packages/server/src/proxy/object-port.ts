/** The accounts that created objects at a provider with the server's key. Objects are identified by hashes of ids. */
export interface ObjectStore {
  /** Returns the account of each of these hashes, if known. */
  findOwners(idHashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Notes that the account created these objects, until `expiresAt` if the provider keeps them for a limited time. An
   * object of another account keeps its owner. Durable on return.
   */
  claim(accountId: string, idHashes: readonly string[], expiresAt: number | null): Promise<void>
  /** Removes an object of this account that no longer exists. */
  forget(accountId: string, idHash: string): Promise<void>
  /** Removes objects that expired before `now`. */
  forgetExpired(now: number): Promise<void>
  /** True if any other account has an object. */
  hasOthers(accountId: string): Promise<boolean>
}
