import type { ProtectionMode, TranscriptMessage } from '@pleat/core'

/** A compressed transcript and who made it (fields of spec 2.7). */
export interface View {
  readonly by: 'server' | 'local'
  /** Why the server did not make it though there is one; undefined when it was not wanted or did. */
  readonly whyLocal?: string
  readonly applied: boolean
  readonly serviceMd: string
  /** The newest messages, unchanged. */
  readonly rawTail: readonly TranscriptMessage[]
  readonly compressedTurns: number
  readonly totalTurns: number
  readonly savedChars: number
  readonly savedTokens: number
  /** Tokens of all the messages, estimated. */
  readonly originalTokens: number
  readonly feeCents: number
  readonly version: string
}

/** What is to be compressed. */
export interface ViewRequest {
  readonly messages: readonly TranscriptMessage[]
  readonly mode: ProtectionMode
  readonly sessionId: string
  /** The model in use, where it is known. */
  readonly model?: string | undefined
}

/** The names of spec 2.6. */
export const PROTECTION_MODES = ['off', 'aggressive', 'balanced', 'conservative'] as const satisfies ProtectionMode[]
