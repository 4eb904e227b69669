import type { StreamedBody } from '../gate/streamed-body.ts'

/** One request to a provider. Headers are flat, name and value in turn. */
export interface UpstreamRequest {
  /** Whose request it is: an account id. Connections of one tenant never serve another. */
  readonly tenant: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly method: ForwardedMethod
  readonly headers: readonly string[]
  /** Whole where a request may have to be sent once more. */
  readonly body: Buffer | StreamedBody | undefined
}

export type ForwardedMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Takes the body of an answer, its bytes unchanged. */
export interface UpstreamSink {
  /** False: no more until `resume`. */
  onData(chunk: Buffer): boolean
  onEnd(): void
  /** The body broke off; what came before is not the whole. */
  onError(error: Error): void
}

/** An answer whose head is there; the body waits for `read`. */
export interface UpstreamAnswer {
  readonly status: number
  /** Flat, spelled as the provider spelled them. */
  readonly headers: readonly string[]
  /** True when the whole body has arrived. */
  readonly isComplete: boolean
  read(sink: UpstreamSink): void
  resume(): void
  abort(): void
}

/** A request under way. `answer` rejects with a ServiceError when no head came, or with the reason of the abort. */
export interface UpstreamCall {
  readonly answer: Promise<UpstreamAnswer>
  abort(reason?: Error): void
}

/** The providers, as far as bytes go. Never decodes, never retries what may have been received. */
export interface Upstream {
  send(request: UpstreamRequest): UpstreamCall
  close(): Promise<void>
}
