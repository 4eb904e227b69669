import type { CacheTable, TranscriptMessage, Vocabulary, WireFormat } from '@pleat/core'
import type { SessionKey } from '../../cloud/cloud-port.ts'
import type { Finish, PrepareRequest } from '../../compression/compression-port.ts'
import type { SnapshotKey } from '../../compression/snapshot-port.ts'

/** Calls of the main thread to a compression thread. A ticket identifies a body from reading to release. */
export type CompressionCall =
  | {
      readonly op: 'read'
      readonly ticket: number
      readonly accountId: string
      readonly format: WireFormat
      readonly body: Uint8Array
    }
  | { readonly op: 'prepare'; readonly ticket: number; readonly request: PrepareRequest }
  | { readonly op: 'release'; readonly ticket: number; readonly finish: Finish }
  | { readonly op: 'warm-up'; readonly messages: readonly TranscriptMessage[] }
  | { readonly op: 'flush' }

/** Calls of a compression thread to the main thread, which owns the store, the log and the counters. */
export type HostCall =
  /** Sent once, when the thread accepts calls. */
  | { readonly op: 'ready' }
  | { readonly op: 'find-cloud'; readonly session: SessionKey }
  | { readonly op: 'save-cloud'; readonly session: SessionKey; readonly bytes: Uint8Array }
  | { readonly op: 'find-snapshot'; readonly key: SnapshotKey }
  | { readonly op: 'save-snapshot'; readonly key: SnapshotKey; readonly bytes: Uint8Array }
  | { readonly op: 'note-snapshot'; readonly event: 'used' | 'refused' }
  | { readonly op: 'count'; readonly name: string }
  | {
      readonly op: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly fields: object
      readonly message: string
    }

/** Start data of a compression thread. */
export interface CompressionThreadData {
  readonly heartbeat: SharedArrayBuffer
  /** Tables of the token counter in shared memory. */
  readonly vocabulary: Vocabulary
  readonly foldBytes: number
  readonly hasClouds: boolean
  /** True if fold states are shared with other nodes. */
  readonly hasSnapshots: boolean
  /** How providers cache the input of models. */
  readonly caches: CacheTable
  /** See `lowerPriority`. */
  readonly niceness: number
}
