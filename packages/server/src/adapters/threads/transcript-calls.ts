import type { Vocabulary } from '@pleat/core'

/** Calls of the main thread to a transcript thread. */
export type TranscriptCall =
  | {
      readonly op: 'enhance'
      readonly ticket: number
      readonly owner: string
      readonly body: Uint8Array
      /** Milliseconds since 1970 after which no request waits for the view. */
      readonly expiresAt: number
    }
  /** Answered when the transcripts before it are done. */
  | { readonly op: 'release' }
  | { readonly op: 'warm-up' }

/** Sent by a transcript thread once, when it accepts calls. */
export type TranscriptHostCall = { readonly op: 'ready' }

/** Start data of a transcript thread. */
export interface TranscriptThreadData {
  readonly heartbeat: SharedArrayBuffer
  /** Tables of the token counter in shared memory. */
  readonly vocabulary: Vocabulary
}
