import type { IncomingHttpHeaders } from 'node:http'

/** The operation that a request asks for, which the script receives. */
export type RequestKind = 'chat' | 'responses' | 'messages' | 'count_tokens' | 'models' | 'hello'

/** The response as sent. */
export interface RecordedAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** The bytes of the body, compressed if it was sent compressed. */
  body: Buffer
  /** False until the response was sent completely. */
  isWhole: boolean
}

/** One request that reached the stand-in. */
export interface RecordedRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** Undefined when the body is not JSON. */
  readonly json: unknown
  /** The reason for a refusal by the stand-in's own rules. */
  refusal: string | undefined
  readonly answer: RecordedAnswer
  /** Resolves when the client disconnected before the end of the response. */
  readonly hangUp: Promise<void>
}
