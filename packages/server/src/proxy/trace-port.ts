import type { Usage } from '@pleat/core'

/** A request that has just come in. */
export interface RequestHead {
  readonly method: string
  /** Route pattern; no values of the path. */
  readonly route: string
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number
  readonly traceparent: string | undefined
  readonly tracestate: string | undefined
}

/** What a call to a provider does, in the words of the GenAI conventions. */
export type Operation = 'chat' | 'embeddings' | 'text_completion'

/** A request that is over: ids, names and numbers, never text of a message. Times are milliseconds of the monotonic clock. */
export interface TracedRequest {
  readonly status: number
  readonly errorType: string | undefined
  readonly account: string | undefined
  /** Hash of the session's id. */
  readonly session: string | undefined
  readonly outcome: string
  readonly originalTokens: number
  readonly optimizedTokens: number
  readonly observedTokens: number
  readonly overheadMs: number | undefined
  readonly endedAt: number
  /** Absent where nothing was sent to a provider. */
  readonly call: TracedCall | undefined
}

/** The call to a provider. */
export interface TracedCall {
  /** Undefined for one that runs no model. */
  readonly operation: Operation | undefined
  /** The name of the upstream. */
  readonly upstream: string
  readonly model: string | undefined
  readonly sentAt: number
  readonly firstChunkAt: number | undefined
  readonly isStream: boolean
  /** Whether a shortened conversation was sent. */
  readonly isCompacted: boolean
  /** How often the request was sent again. */
  readonly resends: number
  readonly usage: Usage | undefined
}

/** The trace of one request: the span of the request, and below it that of the call to the provider. */
export interface RequestTrace {
  /** 32 hex digits. */
  readonly traceId: string
  /** The `traceparent` under which the provider's spans belong below the call. */
  callParent(): string
  /** Ends both spans. */
  end(request: TracedRequest): void
}

/** Begins the traces of requests. Nothing here ever throws or makes a request wait. */
export interface RequestTraces {
  /** Begins the trace of a request, as part of the client's own where there is one; undefined where no traces are exported. */
  begin(head: RequestHead): RequestTrace | undefined
}
