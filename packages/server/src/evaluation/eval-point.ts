import type { WireFormat } from '@pleat/core'

/** Wordings of one fact: an answer that holds one of them has it. */
export type Fact = readonly string[]

/** One request of a transcript that is asked again. Contains text of its conversation. */
export interface EvalPoint {
  /** The name of the transcript. */
  readonly transcript: string
  readonly turn: number
  readonly format: WireFormat
  readonly model: string
  /** The whole request, without a stream and with a limit of the answer. */
  readonly body: string
  /** The newest message. */
  readonly question: string
  /** What was answered when the transcript was made. */
  readonly recorded: string | undefined
  /** Facts of the history that a good answer holds. */
  readonly facts: readonly Fact[]
  /** Input tokens of the request as it is, and as it is folded; by our own count. */
  readonly tokens: { readonly full: number; readonly folded: number }
}
