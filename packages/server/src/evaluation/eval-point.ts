import type { WireFormat } from '@pleat/core'

/** Alternative wordings of a fact. An answer has the fact if it contains one of them. */
export type Fact = readonly string[]

/** A request of a transcript, or a question at its end, that `eval` asks. It contains text of the conversation. */
export interface EvalPoint {
  /** File name of the transcript, or its path if the name is ambiguous. */
  readonly transcript: string
  readonly turn: number
  readonly format: WireFormat
  readonly model: string
  /** The whole request, without streaming and with a limit on the answer. */
  readonly body: string
  /** The newest message. */
  readonly question: string
  /** The answer in the transcript. Undefined for a written question, and if the transcript ends with this request. */
  readonly recorded: string | undefined
  /** Facts of the history that a good answer contains. */
  readonly facts: readonly Fact[]
  /** Input tokens of the full and of the folded request, by this server's count. */
  readonly tokens: { readonly full: number; readonly folded: number }
}
