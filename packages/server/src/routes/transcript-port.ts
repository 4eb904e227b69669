import type { Enhanced, ProtectionMode } from '@pleat/core'

/** A transcript to compress, as the bytes of its request. */
export interface TranscriptRequest {
  /** The account: what is remembered of its messages serves no other. */
  readonly owner: string
  /** Copied. */
  readonly body: Buffer
}

/** What a request says beside its messages. */
export interface TranscriptHints {
  readonly sessionId: string | undefined
  readonly mode: ProtectionMode
  readonly model: string | undefined
  readonly provider: string | undefined
}

/** A request that is refused; the message quotes nothing of it. */
export interface InvalidTranscript {
  readonly kind: 'invalid'
  readonly code: 'invalid_json' | 'invalid_request'
  readonly message: string
  readonly parameter: string | undefined
}

export interface TranscriptView {
  readonly kind: 'view'
  readonly hints: TranscriptHints
  readonly enhanced: Omit<Enhanced, 'rawTail'>
  /** JSON of the messages that stay uncompressed. */
  readonly rawTail: Uint8Array
}

/** The transcript has to wait too long, or took too long. */
export class TranscriptQueueFull extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many transcripts are waiting.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Reads and compresses transcripts off the event loop. */
export interface TranscriptWorker {
  /** Rejects with `TranscriptQueueFull` where too much is waiting or no result is there in time. */
  enhance(request: TranscriptRequest): Promise<TranscriptView | InvalidTranscript>
  /** Resolves when the thread is up, so that the first transcript need not wait for it. */
  warmUp(): Promise<void>
  close(): Promise<void>
}
