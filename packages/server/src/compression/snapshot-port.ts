import type { SessionKey } from '../cloud/cloud-port.ts'

/** The session and conversation of a snapshot. */
export interface SnapshotKey extends SessionKey {
  /** Hash of the first messages: side requests of a session do not replace the snapshot of its conversation. */
  readonly beginning: string
}

/** Outcomes of snapshots. `late` counts those that were not awaited, `left_out` those that were not stored. */
export type SnapshotEvent = 'used' | 'missing' | 'late' | 'refused' | 'written' | 'left_out'

/** A cache of fold states that all nodes share. Snapshots may be lost at any time. The methods never reject. */
export interface Snapshots {
  /** Returns the newest snapshot. Undefined if none exists, or if it does not arrive in time. */
  find(key: SnapshotKey): Promise<Uint8Array | undefined>
  /** Resolves when it is stored or omitted. Requests should not wait for it. */
  save(key: SnapshotKey, bytes: Uint8Array): Promise<void>
  /** Counts the outcome of a snapshot that was found. */
  note(event: 'used' | 'refused'): void
  /** Counts since the start, with all events. */
  read(): Readonly<Record<SnapshotEvent, number>>
  close(): Promise<void>
}
