/** Which account made an object at a provider with the server's key. Objects are named by hashes of their ids. */
export interface ObjectStore {
  /** The account of each of these that is known, by hash. */
  findOwners(idHashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Notes that the account made them, until `expiresAt` where the provider keeps them only for a time; what belongs to
   * another account stays there. Durable on return.
   */
  claim(accountId: string, idHashes: readonly string[], expiresAt: number | null): Promise<void>
  /** Forgets an object of this account that is gone. */
  forget(accountId: string, idHash: string): Promise<void>
  /** Forgets those that expired before `now`. */
  forgetExpired(now: number): Promise<void>
  /** Whether any other account has an object. */
  hasOthers(accountId: string): Promise<boolean>
}
