import type { SealedClouds } from '../money/sealed-cloud-port.ts'

/** Identifies a session: its account and the hash of its id. */
export interface SessionKey {
  readonly accountId: string
  readonly idHash: string
}

/** Packed tag clouds of sessions. A cloud is deleted with its session. */
export interface CloudStore {
  find(accountId: string, idHash: string): Promise<Uint8Array | undefined>
  /** Stores a cloud; false if its session is not stored, and then the cloud is not stored either. */
  save(accountId: string, idHash: string, cloud: Uint8Array): Promise<boolean>
  /** Deletes all clouds and returns their number. */
  clear(): Promise<number>
}

/** Stores clouds in their sealed form. */
export interface SealedCloudStore extends CloudStore, SealedClouds {}
