import type { Usage } from '@pleat/core'

/** A request that has just arrived. */
export interface RequestHead {
  readonly method: string
  /** Route pattern, without values of the path. */
  readonly route: string
  /** Monotonic clock, in milliseconds. */
  readonly startedAt: number
  readonly traceparent: string | undefined
  readonly tracestate: string | undefined
}

/** The kind of a call to a provider, in the terms of the GenAI conventions. */
export type Operation = 'chat' | 'embeddings' | 'text_completion'

/** A finished request: ids, names and numbers, never text of a message. Times are milliseconds of the monotonic clock. */
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
  /** Absent if nothing was sent to a provider. */
  readonly call: TracedCall | undefined
}

/** The call to a provider. */
export interface TracedCall {
  /** Undefined for a call that runs no model. */
  readonly operation: Operation | undefined
  /** The name of the upstream. */
  readonly upstream: string
  readonly model: string | undefined
  readonly sentAt: number
  readonly firstChunkAt: number | undefined
  readonly isStream: boolean
  /** True if a shortened conversation was sent. */
  readonly isCompacted: boolean
  /** Number of times that another body was sent after the provider refused one. */
  readonly resends: number
  readonly usage: Usage | undefined
}

/** The trace of one request: the span of the request, and below it the span of the call to the provider. */
export interface RequestTrace {
  /** 32 hex digits. */
  readonly traceId: string
  /** The `traceparent` that makes the provider's spans children of the call. */
  callParent(): string
  /** Ends both spans. */
  end(request: TracedRequest): void
}

/** Begins the traces of requests. Its methods never throw and never delay a request. */
export interface RequestTraces {
  /** Begins the trace of a request, as part of the client's trace if it sent one. Undefined without trace export. */
  begin(head: RequestHead): RequestTrace | undefined
}
