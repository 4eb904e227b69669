import type { SealedClouds } from '../money/sealed-cloud-port.ts'

/** A session's key; its id is hashed. */
export interface SessionKey {
  readonly accountId: string
  readonly idHash: string
}

/** The tag clouds of sessions, packed. A cloud goes when its session is forgotten. */
export interface CloudStore {
  find(accountId: string, idHash: string): Promise<Uint8Array | undefined>
  /** False, and nothing is kept, where the session itself is not stored. */
  save(accountId: string, idHash: string, cloud: Uint8Array): Promise<boolean>
  /** Forgets all of them; returns how many. */
  clear(): Promise<number>
}

/** The clouds as they are stored: sealed. */
export interface SealedCloudStore extends CloudStore, SealedClouds {}
