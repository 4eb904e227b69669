/** The sealed tag clouds of all sessions, read page by page so that they can be sealed again. */
export interface SealedClouds {
  /** At most `limit` clouds in the order of their positions, after the position `after`; 0 begins with the first. */
  page(after: number, limit: number): Promise<readonly StoredCloudRow[]>
  /**
   * Replaces clouds in one transaction and returns their number. A cloud that has changed since it was read stays. An
   * undefined `to` removes the cloud.
   */
  replace(changes: readonly (StoredCloudRow & { readonly to: Uint8Array | undefined })[]): Promise<number>
}

/** A cloud as it is stored. */
export interface StoredCloudRow {
  readonly position: number
  readonly accountId: string
  readonly idHash: string
  readonly sealed: Uint8Array
}
