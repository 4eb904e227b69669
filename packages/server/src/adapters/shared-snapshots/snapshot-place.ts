/** Where sealed snapshots of all nodes are kept. It may be gone, slow or full: every call may reject. */
export interface SnapshotPlace {
  get(name: string): Promise<Uint8Array | undefined>
  /** Keeps `bytes` for `lifetimeMs` milliseconds in place of what was there; false where there is no room for it. */
  set(name: string, bytes: Uint8Array, lifetimeMs: number): Promise<boolean>
  close(): Promise<void>
}
