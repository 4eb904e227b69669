import type { StreamedBody } from '../gate/streamed-body.ts'

/** One request to a provider. Headers are a flat list of alternating names and values. */
export interface UpstreamRequest {
  /** Owner of the request: an account id. Connections of one tenant never serve another. */
  readonly tenant: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly method: ForwardedMethod
  readonly headers: readonly string[]
  /** Complete if the request may have to be sent again. */
  readonly body: Buffer | StreamedBody | undefined
}

export type ForwardedMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Receives the body of a response, its bytes unchanged. */
export interface UpstreamSink {
  /** Returns false to pause until `resume`. */
  onData(chunk: Buffer): boolean
  onEnd(): void
  /**
   * The body broke off. The chunks before are not the whole body. `error` is a ServiceError, or the reason of the abort.
   */
  onError(error: Error): void
}

/** A response whose head has arrived. The body is delivered after `read`. */
export interface UpstreamAnswer {
  readonly status: number
  /** Flat, in the provider's spelling. */
  readonly headers: readonly string[]
  /** True when the whole body has arrived. */
  readonly isComplete: boolean
  read(sink: UpstreamSink): void
  resume(): void
  abort(): void
}

/** A request in progress. `answer` rejects with a ServiceError if no head arrived, or with the reason of the abort. */
export interface UpstreamCall {
  readonly answer: Promise<UpstreamAnswer>
  /** True from the moment at which the request is written to a connection. */
  readonly hasBegun: boolean
  /** True if the response is complete and the socket has taken every byte of the request: nothing reads its body any more. */
  readonly hasSentBody: boolean
  abort(reason?: Error): void
}

/** Sends bytes to providers and returns theirs. Never decodes, and never retries a request that may have been received. */
export interface Upstream {
  send(request: UpstreamRequest): UpstreamCall
  close(): Promise<void>
}
