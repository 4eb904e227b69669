import type { Enhanced, ProtectionMode } from '@pleat/core'

/** A transcript to compress, as the bytes of its request. */
export interface TranscriptRequest {
  /** The account. Data that is cached from its messages is used for no other account. */
  readonly owner: string
  /** Copied by the callee. */
  readonly body: Buffer
}

/** The parameters of a request in addition to its messages. */
export interface TranscriptHints {
  readonly sessionId: string | undefined
  readonly mode: ProtectionMode
  readonly model: string | undefined
  readonly provider: string | undefined
}

/** A request that is refused. The message does not quote it. */
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

/** The transcript would wait too long, or took too long. */
export class TranscriptQueueFull extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many transcripts are waiting.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Reads and compresses transcripts off the event loop. */
export interface TranscriptWorker {
  /** Rejects with `TranscriptQueueFull` if the queue is full or the result is late. */
  enhance(request: TranscriptRequest): Promise<TranscriptView | InvalidTranscript>
  /** Resolves when the thread has started, so that the first transcript does not wait for it. */
  warmUp(): Promise<void>
  close(): Promise<void>
}
