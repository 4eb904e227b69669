import type { ProtectionMode, TranscriptMessage } from '@pleat/core'

/** A compressed transcript and its maker, in the fields of the response of `POST /v1/tul1`. */
export interface View {
  readonly by: 'server' | 'local'
  /** The reason why a configured server did not make the view; undefined otherwise. */
  readonly whyLocal?: string
  readonly applied: boolean
  readonly serviceMd: string
  /** The newest messages of the request, unchanged. `limitMessages` may have shortened them before. */
  readonly rawTail: readonly TranscriptMessage[]
  readonly compressedTurns: number
  readonly totalTurns: number
  readonly savedChars: number
  readonly savedTokens: number
  /** Estimated tokens of all messages. */
  readonly originalTokens: number
  readonly feeCents: number
  readonly version: string
}

/** A transcript that is to be compressed. */
export interface ViewRequest {
  readonly messages: readonly TranscriptMessage[]
  readonly mode: ProtectionMode
  readonly sessionId: string
  /** The model, if it is known. */
  readonly model?: string | undefined
}

/** The values of `protection_mode` in `POST /v1/tul1`. */
export const PROTECTION_MODES = ['off', 'aggressive', 'balanced', 'conservative'] as const satisfies ProtectionMode[]
