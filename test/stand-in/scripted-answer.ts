/** A tool call in a scripted response; the stand-in generates a missing id. */
export interface ScriptedCall {
  readonly name: string
  readonly input: object
  readonly id?: string
}

/** The stand-in's response to one request, and the way it is sent. */
export interface Answer {
  readonly text?: string
  /** Thinking before the text, signed in the messages API, encrypted as reasoning in the Responses API. */
  readonly thinking?: string
  readonly toolCalls?: readonly ScriptedCall[]
  readonly status?: number
  /** An error in the format of the API; `status` is 400 by default. */
  readonly error?: {
    readonly message: string
    readonly type?: string
    readonly code?: string | null
    readonly param?: string | null
  }
  /** Additional headers with names in lower case; override the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** Exactly these bytes as the body, with only `headers`. */
  readonly raw?: Buffer
  /** True if the body is compressed, provided that the request accepts it. */
  readonly isGzipped?: boolean
  /** Milliseconds before the response head. */
  readonly delayMs?: number
  /** Milliseconds between two chunks of the body. */
  readonly chunkDelayMs?: number
  /** Seed of random splits of the body, also within characters and between the two line breaks of an event. */
  readonly splitSeed?: number
  /** Bytes of each chunk of the body; undefined: one chunk for each event. */
  readonly chunkBytes?: number
  /** Number of chunks after which the body ends regularly, as at a gateway whose server crashed. */
  readonly endAfterChunks?: number
  /** Number of chunks after which the connection is destroyed; 0: before the response head. */
  readonly breakAfterChunks?: number
}
