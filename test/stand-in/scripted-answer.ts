/** A tool call in a scripted answer; the stand-in makes up the id when it is not given. */
export interface ScriptedCall {
  readonly name: string
  readonly input: object
  readonly id?: string
}

/** What the stand-in says to one request, and how it puts it on the wire. */
export interface Answer {
  readonly text?: string
  /** Thinking before the text, signed as the model does; messages API, and sealed as reasoning in the Responses API. */
  readonly thinking?: string
  readonly toolCalls?: readonly ScriptedCall[]
  readonly status?: number
  /** An error in the shape of the API; `status` is 400 unless it says otherwise. */
  readonly error?: {
    readonly message: string
    readonly type?: string
    readonly code?: string | null
    readonly param?: string | null
  }
  /** Added to the usual ones, and in their place where they have the same name (in lower case). */
  readonly headers?: Readonly<Record<string, string>>
  /** Exactly these bytes as the body, with no headers but `headers`. */
  readonly raw?: Buffer
  /** Compressed when the request accepts it. */
  readonly isGzipped?: boolean
  /** Before the head of the answer. */
  readonly delayMs?: number
  /** Between two chunks of the body. */
  readonly chunkDelayMs?: number
  /** The body in pieces that end anywhere, inside characters and between the two line breaks of an event too. */
  readonly splitSeed?: number
  /** The body in pieces of so many bytes, in place of one piece for each event. */
  readonly chunkBytes?: number
  /** The body ends after so many chunks as if it were whole, like that of a gateway whose server crashed. */
  readonly endAfterChunks?: number
  /** The connection is destroyed after so many chunks; 0: before the head. */
  readonly breakAfterChunks?: number
}
