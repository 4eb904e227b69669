import type { SessionKey } from '../cloud/cloud-port.ts'

/** Whose fold state a snapshot is. */
export interface SnapshotKey extends SessionKey {
  /** Hash of the first messages: side requests of a session do not replace the snapshot of its conversation. */
  readonly beginning: string
}

/** What became of snapshots. `late` counts those that were not waited for, `left_out` those that were not kept. */
export type SnapshotEvent = 'used' | 'missing' | 'late' | 'refused' | 'written' | 'left_out'

/** Snapshots of fold states that all nodes share, as a cache: they may be lost at any time. Nothing here ever rejects. */
export interface Snapshots {
  /** The newest one; undefined where there is none, and where it does not come at once. */
  find(key: SnapshotKey): Promise<Uint8Array | undefined>
  /** Resolves when it is kept or left out. Nobody should wait for it. */
  save(key: SnapshotKey, bytes: Uint8Array): Promise<void>
  /** Counts what a snapshot that was found turned out to be. */
  note(event: 'used' | 'refused'): void
  /** Counts since the start, all events present. */
  read(): Readonly<Record<SnapshotEvent, number>>
  close(): Promise<void>
}
