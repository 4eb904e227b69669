import type { IncomingHttpHeaders } from 'node:http'

/** What is asked for, as the script sees it. */
export type RequestKind = 'chat' | 'responses' | 'messages' | 'count_tokens' | 'models' | 'hello'

/** What was answered, as it went over the wire. */
export interface RecordedAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** The bytes of the body, compressed ones as they were sent. */
  body: Buffer
  /** False while it is under way, and for good when it broke off or its reader left. */
  isWhole: boolean
}

/** One request that reached the stand-in. */
export interface RecordedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** Undefined when the body is not JSON. */
  readonly json: unknown
  /** Why the stand-in refused it by its own rules. */
  refusal: string | undefined
  readonly answer: RecordedAnswer
  /** Resolves when the other side hung up before the answer was whole. */
  readonly hangUp: Promise<void>
}
