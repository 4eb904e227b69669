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

/** Compresses transcripts off the main thread. */
export interface TranscriptWorker {
  enhance(request: TranscriptRequest): Promise<TranscriptView>
  /** Resolves when the thread is up, so that the first transcript need not wait for it. */
  warmUp(): Promise<void>
  close(): Promise<void>
}
