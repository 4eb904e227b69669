import type { EncodingName, Enhanced, ProtectionMode, TranscriptMessage } from '@pleat/core'

/** A transcript to compress. */
export interface TranscriptRequest {
  /** The account: what is remembered of its messages serves no other. */
  readonly owner: string
  readonly messages: readonly TranscriptMessage[]
  readonly mode: ProtectionMode
  /** What tokens are counted in. */
  readonly encoding: EncodingName
}

/** What was made of it; the tail is what `compressedTurns` leaves. */
export type TranscriptView = Omit<Enhanced, 'rawTail'>

/** So many transcripts are waiting that another one would wait too long. */
export class TranscriptQueueFull extends Error {
  /** When there may be room again. */
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many transcripts are waiting.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Compresses transcripts off the main thread. */
export interface TranscriptWorker {
  /** Rejects with `TranscriptQueueFull` where too much is waiting; a worker that does nothing takes any. */
  enhance(request: TranscriptRequest): Promise<TranscriptView>
  /** Resolves when the thread is up, so that the first transcript need not wait for it. */
  warmUp(): Promise<void>
  close(): Promise<void>
}
