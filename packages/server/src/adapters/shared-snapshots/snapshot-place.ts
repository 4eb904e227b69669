/** A place for sealed snapshots of all nodes. It may be unreachable, slow or full: every call may reject. */
export interface SnapshotPlace {
  get(name: string): Promise<Uint8Array | undefined>
  /** Stores `bytes` for `lifetimeMs` milliseconds, and replaces an earlier value. False if there is no room. */
  set(name: string, bytes: Uint8Array, lifetimeMs: number): Promise<boolean>
  close(): Promise<void>
}
